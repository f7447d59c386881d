package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relay that dies at each boundary; another one goes on. */
class RelayCrashTest {
  private static RelayWorld world;
  private final TrialStream stream = new TrialStream();

  @BeforeAll
  static void open() {
    world = RelayWorld.open();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
  }

  @Test
  void diesBeforePublishing() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 3);
    TrialStream dying = new TrialStream(stream.real);
    dying.beforePublish =
        batch -> {
          throw new Killed();
        };
    Relay first = world.relay(dying);
    world.then = dieOn(JobEvent.Trouble.class);
    assertThatThrownBy(first::runOnce).isInstanceOf(Killed.class);
    world.then = event -> {};
    assertThat(world.unmarked()).isEqualTo(3);
    world.untilQuiet(world.relay(stream));
    assertThat(delivered()).containsExactlyElementsOf(jobs);
  }

  @Test
  void C49_diesBetweenPublishAndMarkAndPutsASecondEntryOfTheSameJob() throws Exception {
    JobId job = world.enqueue("mail");
    world.then = dieOn(JobEvent.Published.class);
    assertThatThrownBy(() -> world.relay(stream).runOnce()).isInstanceOf(Killed.class);
    assertThat(world.mark(job)).isNull();

    world.then = event -> {};
    assertThat(world.relay(stream).runOnce()).isEqualTo(1);
    List<Delivery> read = stream.read("mail", "w", 10, Duration.ZERO);
    assertThat(read)
        .extracting(d -> Objects.requireNonNull(d.entry()).jobId())
        .containsExactly(job, job);
    assertThat(read).extracting(d -> Objects.requireNonNull(d.entry()).again()).containsOnly(false);
    assertThat(Objects.requireNonNull(world.mark(job)).entry())
        .isEqualTo(read.get(1).entryId().value());
  }

  @Test
  void losesTheCommitOfItsMark() throws Exception {
    JobId job = world.enqueue("mail");
    world.then =
        event -> {
          if (event instanceof JobEvent.Published) {
            terminateOwnBackend();
          }
        };
    assertThat(world.relay(stream).runOnce()).isZero();
    assertThat(world.told(JobEvent.Trouble.class)).anyMatch(t -> t.where().startsWith("relay"));
    assertThat(world.mark(job)).isNull();
    world.then = event -> {};
    world.untilQuiet(world.relay(stream));
    assertThat(delivered()).containsExactly(job, job);
  }

  @Test
  void aRepairerThatDiesLeavesTheRestInDoubt() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 30);
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    stream.real.wipe();
    stream.published.clear();

    TrialStream dying = new TrialStream(stream.real);
    Relay repairer = world.relay(dying, RelayWorld.PATIENT.withBatch(10));
    world.then =
        event -> {
          if (event instanceof JobEvent.Published && dying.published.size() == 20) {
            throw new Killed();
          }
        };
    assertThatThrownBy(() -> world.untilQuiet(repairer)).isInstanceOf(Killed.class);
    world.then = event -> {};
    assertThat(doubtful()).isEqualTo(20);

    world.untilQuiet(relay);
    assertThat(doubtful()).isZero();
    assertThat(delivered()).containsAll(jobs);
    assertThat(stream.published).hasSize(20).allMatch(p -> p.entry().again());
  }

  private long doubtful() throws SQLException {
    return world.number(
        "SELECT count(*) FROM stagedoor.outbox o JOIN stagedoor.streams s ON s.stream = mark_stream"
            + " WHERE o.mark_epoch < s.epoch");
  }

  private static <E extends JobEvent> dev.stagedoor.event.JobListener dieOn(Class<E> kind) {
    return event -> {
      if (kind.isInstance(event)) {
        throw new Killed();
      }
    };
  }

  private static void terminateOwnBackend() {
    try (Connection other = world.database.getConnection();
        Statement kill = other.createStatement();
        Statement ask = world.transactions.current().createStatement();
        var row = ask.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      kill.execute("SELECT pg_terminate_backend(" + row.getInt(1) + ", 5000)");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private List<JobId> delivered() {
    return stream.read("mail", "w", 100, Duration.ZERO).stream()
        .map(d -> Objects.requireNonNull(d.entry()).jobId())
        .toList();
  }
}
