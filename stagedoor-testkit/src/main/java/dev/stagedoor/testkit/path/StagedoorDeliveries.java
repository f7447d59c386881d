package dev.stagedoor.testkit.path;

import dev.stagedoor.effect.Claims;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.testkit.world.Work;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import dev.stagedoor.worker.OneRun;
import dev.stagedoor.worker.RunKit;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Stagedoor's own deliveries: outbox, relay, stream and the worker's code, as they are, each run
 * with a worker of its own. A second run has an entry of its own, as when a relay dies between
 * publishing and marking, or takes over that of the run before.
 */
public final class StagedoorDeliveries implements Deliveries {
  private final Published published;
  private final HandledJob<?> handled;
  private final Scene scene;
  private final DataSource own;
  private final LocalStream stream;
  private final JobRow row;

  public StagedoorDeliveries(Published published, HandledJob<?> handled, Scene scene) {
    this.published = published;
    this.handled = handled;
    this.scene = scene;
    this.own = scene.ownDataSource();
    this.row = new JobRow(own, published.entry().jobId());
    this.stream = published.newStream(scene.clock().ticker());
  }

  @Override
  public @Nullable Work next(String run, SeenWorld world, boolean reclaimed) {
    if (!reclaimed) {
      stream.publish(List.of(new Publication(published.entry(), null)));
    }
    return work(run, world, reclaimed ? reclaim(run) : read(run));
  }

  @Override
  public @Nullable Work again(String run, SeenWorld world) throws Exception {
    Delivery left = reclaim(run);
    return work(run, world, left == null ? publishedAgain(run) : left);
  }

  /** The time has come, and the relay has passed. */
  private @Nullable Delivery publishedAgain(String run) throws Exception {
    Duration wait = row.dueIn();
    if (wait.compareTo(Duration.ZERO) > 0) {
      scene.clock().advance(wait.plusMillis(1));
    }
    Transactions transactions = new JdbcTransactions(own, Events.none());
    Published.relay(transactions, stream, handled.windows()).runOnce();
    return read(run);
  }

  private @Nullable Delivery read(String run) {
    return stream.read(queue(), run, 100, Duration.ZERO).stream()
        .filter(this::isOurs)
        .findFirst()
        .orElse(null);
  }

  private @Nullable Delivery reclaim(String run) {
    return stream.reclaim(queue(), run, Duration.ZERO, 100).stream()
        .filter(this::isOurs)
        .findFirst()
        .orElse(null);
  }

  private boolean isOurs(Delivery delivery) {
    return delivery.entry() != null && delivery.entry().jobId().equals(published.entry().jobId());
  }

  private String queue() {
    return published.entry().queue();
  }

  private @Nullable Work work(String run, SeenWorld world, @Nullable Delivery delivery) {
    return delivery == null ? null : () -> work(run, world).run(queue(), delivery);
  }

  /** The worker of one run, made on the run's thread: the handler is made with it. */
  private OneRun work(String run, SeenWorld world) throws Exception {
    Transactions transactions = new JdbcTransactions(world.dataSource(), Events.none());
    Claims claims =
        new Claims(transactions, handled.windows(), handled.lookups(world), scene.clock().ticker());
    RunKit kit =
        new RunKit(
            new OutboxKit(transactions, JacksonCodec.STANDARD, Events.none(), Nudge.NONE),
            claims::effect,
            scene.clock().ticker());
    return new OneRun(
        run,
        List.of(handled.registered(world)),
        kit,
        world.stream(stream),
        handled.windows(),
        world::pause);
  }

  @Override
  public boolean isQuiet(List<End> lately) throws SQLException {
    return row.state().isEmpty();
  }

  @Override
  public @Nullable GivenUp givenUp() throws SQLException {
    Optional<String> state = row.state().filter(s -> !s.equals("live"));
    if (state.isEmpty()) {
      return null;
    }
    return new GivenUp("the job is " + state.get() + ": " + row.cause(), hasLived(state.get()));
  }

  /** Whether the clock has gone so far that nobody promised more. */
  private boolean hasLived(String state) {
    Stream<Duration> lives =
        state.equals("parked") ? handled.keyLives().stream() : handled.maxAge().stream();
    return lives.anyMatch(life -> scene.clock().shift().compareTo(life) >= 0);
  }

  @Override
  public boolean canBeWiped() {
    return true;
  }

  @Override
  public void wipe() {
    stream.wipe();
  }
}
