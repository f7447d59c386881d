package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.LocalStream;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Several processes on PostgreSQL alone, each with a stream in its memory. */
final class KilledProcessTest {
  private static final int JOBS = 40;

  /** For processes that start beside each other: reclaim 3 s, no sweep. */
  private static final Windows LESS_SHORT =
      Windows.STANDARD.dividedBy(20).withSweep(Duration.ofHours(1));

  /** Three times what it takes on a machine that is busy with other things. */
  private static final int LIMIT_SECONDS = 120;

  private final Stage stage = new Stage();
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
    stage.close();
  }

  /** Counts each job once; one of that kind then never returns. */
  public static final class Counting {
    public static void main(String[] args) throws InterruptedException {
      boolean returns = args[2].equals("returns");
      CountDownLatch never = new CountDownLatch(1);
      Stagedoor.builder(ChildJvm.database(args)).stream(LocalStream.inThisProcess())
          .windows(LESS_SHORT)
          .handle(
              Stage.WORK,
              run -> {
                run.once(
                    "count",
                    tx ->
                        tx.update(
                            "INSERT INTO counter VALUES (?, 1)"
                                + " ON CONFLICT (name) DO UPDATE SET n = counter.n + 1",
                            run.payload().text()));
                if (!returns) {
                  never.await();
                }
              })
          .build()
          .start();
      never.await();
    }
  }

  private Process start(String how) throws IOException, SQLException {
    Process process =
        ChildJvm.start(Counting.class, stage.database.unwrap(PGSimpleDataSource.class), how);
    processes.add(process);
    return process;
  }

  private boolean is(long expected, String query) {
    return stage.number(query) == expected;
  }

  @Test
  void C13_whatAKilledProcessHeldIsDoneByTheOthersOnce() throws Exception {
    for (int job = 0; job < JOBS; job++) {
      stage.enqueue("job-" + job);
    }
    Process killed = start("never returns");
    Stage.await("its slots are full", LIMIT_SECONDS, () -> is(8, "SELECT count(*) FROM counter"));
    Stage.await(
        "all are in its memory",
        LIMIT_SECONDS,
        () -> is(JOBS, "SELECT count(mark_stream) FROM stagedoor.outbox"));

    killed.destroyForcibly(); // SIGKILL
    start("returns");
    start("returns");
    Stage.await(
        "all are done", LIMIT_SECONDS, () -> is(0, "SELECT count(*) FROM stagedoor.outbox"));

    assertThat(stage.number("SELECT count(*) FROM counter")).isEqualTo(JOBS);
    assertThat(stage.number("SELECT sum(n) FROM counter")).isEqualTo(JOBS);
    assertThat(stage.number("SELECT count(*) FROM stagedoor.processed_jobs WHERE step = ''"))
        .isEqualTo(JOBS);
  }
}
