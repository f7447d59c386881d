package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamUnavailable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs at their time, with all loops running: whatever zones there are, and after outages. */
class TimersTest {
  private static final JobType<NoPayload> REPORT = JobType.of("report");
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final TrialDatabase database = new TrialDatabase("America/Lima");
  private final TrialStream stream = new TrialStream();
  private final BlockingQueue<Instant> begun = new LinkedBlockingQueue<>();
  private final BlockingQueue<JobEvent.Moved> completed = new LinkedBlockingQueue<>();
  private final BlockingQueue<JobEvent.Trouble> troubles = new LinkedBlockingQueue<>();
  private final JobListener listener =
      event -> {
        if (event instanceof JobEvent.Moved m && m.transition() == Transition.COMPLETE) {
          completed.add(m);
        } else if (event instanceof JobEvent.Trouble trouble) {
          troubles.add(trouble);
        }
      };

  /** A stream that can be out of reach. */
  private static final class TrialStream extends ForwardingStream {
    private volatile boolean cut;

    TrialStream() {
      super(LocalStream.inThisProcess());
    }

    private void requireThere() {
      if (cut) {
        throw new StreamUnavailable("connection refused", null);
      }
    }

    @Override
    public List<EntryId> publish(List<Publication> batch) {
      requireThere();
      return super.publish(batch);
    }

    @Override
    public long depth(String queue) {
      requireThere();
      return super.depth(queue);
    }

    @Override
    public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
      requireThere();
      return super.read(queue, consumer, atMost, block);
    }
  }

  private Stagedoor.Builder builder() {
    return Stagedoor.builder(database).stream(stream).listener(listener);
  }

  private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    return Objects.requireNonNull(queue.poll(20, TimeUnit.SECONDS), "did not come");
  }

  @Test
  void C72_aJobStartsWhenItIsDueWhateverTheZonesOfTheJvmAndTheSession() throws Exception {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
    BlockingQueue<String> zones = new LinkedBlockingQueue<>();
    try (Stagedoor stagedoor =
        builder()
            .handle(
                REPORT,
                run -> {
                  begun.add(Instant.now());
                  run.transaction(
                      tx -> zones.addAll(FreshSchema.rows(tx.connection(), "SHOW TimeZone")));
                })
            .build()
            .start()) {
      Instant start = Instant.now();
      Outbox outbox = stagedoor.outbox();
      outbox.enqueueAlone(REPORT.job(NoPayload.VALUE).dueIn(Duration.ofSeconds(2)));
      TimeZone.setDefault(TimeZone.getTimeZone("Australia/Lord_Howe"));
      outbox.enqueueAlone(REPORT.job(NoPayload.VALUE).dueAt(start.plusSeconds(2)));
      Instant enqueued = Instant.now();
      for (int job = 0; job < 2; job++) {
        assertThat(next(begun)).isBetween(start.plusMillis(1_500), enqueued.plusMillis(2_500));
        assertThat(next(zones)).isEqualTo("America/Lima");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void C72_everyTimeOfTheSchemaHasItsZone() throws SQLException {
    List<String> times =
        FreshSchema.rows(
            FreshSchema.create(),
            "SELECT DISTINCT data_type FROM information_schema.columns"
                + " WHERE table_schema = 'stagedoor' AND data_type ~ '^(time|date)'");
    assertThat(times).containsExactly("timestamp with time zone");
  }

  private enum Server {
    DATABASE,
    STREAM
  }

  private void cut(Server server) throws SQLException {
    if (server == Server.DATABASE) {
      database.cut();
    } else {
      stream.cut = true;
    }
  }

  private void mend() {
    database.mend();
    stream.cut = false;
  }

  /** A tick that came in an outage, and one that came right after another outage. */
  @ParameterizedTest
  @EnumSource
  void C74_aTimerIsNotLateAfterAnOutageByMoreThanASecondAndRunsOnce(Server server)
      throws Exception {
    BlockingQueue<Instant> ticks = new LinkedBlockingQueue<>();
    List<Instant> all = new ArrayList<>();
    try (Stagedoor stagedoor =
        builder()
            .recurring(Recurring.every("often", EVERY, REPORT))
            .handle(
                REPORT,
                run -> {
                  begun.add(Instant.now());
                  ticks.add(run.tick());
                })
            .build()
            .start()) {
      assertThat(stagedoor).isNotNull();
      all.add(next(ticks));
      outage(server, all.get(0).plus(EVERY).plusMillis(300)); // over the next tick
      Instant back = Instant.now();
      begun.clear();
      all.add(next(ticks));
      assertThat(Duration.between(back, next(begun))).isLessThan(Duration.ofSeconds(1));

      outage(server, all.get(1)); // over before the next one
      all.add(next(ticks));
      assertThat(Duration.between(all.get(2), next(begun))).isLessThan(Duration.ofSeconds(1));
      next(completed);
    }
    Instant first = all.get(0);
    assertThat(all).containsExactly(first, first.plus(EVERY), first.plus(EVERY.multipliedBy(2)));
    assertThat(ticks).isEmpty();
  }

  /** Begins after what runs is complete, and is noticed. */
  private void outage(Server server, Instant until) throws Exception {
    next(completed);
    troubles.clear();
    cut(server);
    next(troubles);
    FreshSchema.rows(
        database.itself,
        "SELECT pg_sleep(greatest(0, extract(epoch FROM timestamptz '%s' - clock_timestamp())))"
            .formatted(until));
    mend();
  }
}
