package dev.stagedoor.outbox;

import static dev.stagedoor.schema.FreshSchema.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.JobsFixture;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.tx.SideThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("race")
class RunTxRaceTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final JobType<String> CHILD = JobType.of("send_tickets", String.class);
  private final OutboxKit kit =
      new OutboxKit(JOBS.transactions(), JacksonCodec.STANDARD, Events.none(), Nudge.NONE);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoRunsWriteOneChild(boolean firstCommits) throws Exception {
    RunRef run = JOBS.liveRun();
    try (Connection first = JOBS.begin()) {
      Enqueued mine = enqueue(first, run);
      SideThread<Enqueued> twin =
          SideThread.start(() -> JOBS.transactions().open(c -> enqueue(c, JobsFixture.twin(run))));
      SideThread.awaitBlocked(JOBS.database());
      if (firstCommits) {
        first.commit();
      } else {
        first.rollback();
      }
      assertThat(twin.result()).isEqualTo(new Enqueued(mine.id(), firstCommits));
      assertThat(
              row(
                  JOBS.database(),
                  "SELECT count(*) FROM stagedoor.outbox WHERE id = '" + mine.id() + "'"))
          .isEqualTo("1");
    }
  }

  private Enqueued enqueue(Connection connection, RunRef run) throws SQLException {
    return new RunTx(kit, connection, run, new RunTx.Parent(0, null, null), new HashSet<>())
        .enqueue(CHILD, "4471");
  }
}
