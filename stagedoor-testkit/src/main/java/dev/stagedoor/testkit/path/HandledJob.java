package dev.stagedoor.testkit.path;

import dev.stagedoor.Handling;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Windows;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.worker.OneRun;
import dev.stagedoor.worker.Registered;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A job of Stagedoor's with its handler, as it would be registered.
 *
 * @param handler null as long as none is named
 */
public record HandledJob<P>(
    NewJob<P> job,
    @Nullable PerRun<Registered.Calls<P>> handler,
    Handling options,
    Windows windows,
    Map<EffectType, PerRun<Lookup>> lookups)
    implements Job {

  /** A job whose handler is not named yet. */
  public static <P> HandledJob<P> of(NewJob<P> job) {
    return new HandledJob<>(job, null, Handling.standard(), Windows.STANDARD, Map.of());
  }

  /** Whether it is named. */
  public boolean hasHandler() {
    return handler != null;
  }

  public HandledJob<P> by(PerRun<Registered.Calls<P>> other, Handling with) {
    return new HandledJob<>(job, other, with, windows, lookups);
  }

  public HandledJob<P> within(Windows other) {
    return new HandledJob<>(job, handler, options, other, lookups);
  }

  public HandledJob<P> asking(EffectType type, PerRun<Lookup> lookup) {
    Map<EffectType, PerRun<Lookup>> more = new HashMap<>(lookups);
    more.put(type, lookup);
    return new HandledJob<>(job, handler, options, windows, Map.copyOf(more));
  }

  Optional<Duration> maxAge() {
    return Optional.ofNullable(options.retry().orElse(windows.retry()).maxAge());
  }

  List<Duration> keyLives() {
    return options.effects().stream().map(EffectType::keysKept).flatMap(Optional::stream).toList();
  }

  @Override
  public Prepared prepare(DataSource database) throws Exception {
    return prepared(database, Published.in(database, job, windows));
  }

  @Override
  public Prepared find(DataSource database, String reference) throws Exception {
    return prepared(database, Published.find(database, reference));
  }

  @Override
  public void warmUp() throws ClassNotFoundException {
    JacksonCodec.STANDARD.decode(JacksonCodec.STANDARD.encode(job.payload()), job.type().payload());
    Class.forName(OneRun.class.getName()); // its logger, with it the logging framework
  }

  private Prepared prepared(DataSource database, Published published) {
    return new Prepared() {
      @Override
      public String reference() {
        return published.entry().jobId().toString();
      }

      @Override
      public Deliveries begin(Scene scene, Clients clients) {
        return new StagedoorDeliveries(published, HandledJob.this, scene);
      }

      @Override
      public List<Duration> keyLives() {
        return HandledJob.this.keyLives();
      }

      @Override
      public void remove() throws Exception {
        published.remove(database);
      }
    };
  }

  /** The handler of one run. It is made on the calling thread, which is the run's. */
  Registered<P> registered(SeenWorld world) throws Exception {
    return options.register(
        job.type(), seen(Objects.requireNonNull(handler, "handler").in(world), world), windows);
  }

  private static <P> Registered.Calls<P> seen(Registered.Calls<P> calls, SeenWorld world) {
    if (calls instanceof Registered.Once<P> once) {
      return new Registered.Once<>(
          (run, tx) -> {
            once.handler().handle(run, tx);
            world.returned();
          });
    }
    if (calls instanceof Registered.Batch<P> batch) {
      return new Registered.Batch<>(
          jobs -> {
            batch.handler().handle(jobs);
            world.returned();
          },
          batch.atMost());
    }
    Registered.Plain<P> plain = (Registered.Plain<P>) calls;
    return new Registered.Plain<>(
        run -> {
          plain.handler().handle(run);
          world.returned();
        });
  }

  Map<EffectType, Lookup> lookups(SeenWorld world) throws Exception {
    Map<EffectType, Lookup> made = new HashMap<>();
    for (Map.Entry<EffectType, PerRun<Lookup>> each : lookups.entrySet()) {
      made.put(each.getKey(), each.getValue().in(world));
    }
    return made;
  }
}
