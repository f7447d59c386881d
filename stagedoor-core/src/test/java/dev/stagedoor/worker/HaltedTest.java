package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.Events;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.JdbcOutbox;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A process that is gone between its commit and whatever it would have done after it. */
final class HaltedTest {
  private static final int HALTED = 7;

  /** What the process does: enqueues, commits, and is gone. */
  public static final class Halting {
    public static void main(String[] args) throws SQLException {
      Transactions transactions = new JdbcTransactions(ChildJvm.database(args), Events.none());
      OutboxKit kit = new OutboxKit(transactions, JacksonCodec.STANDARD, Events.none(), Nudge.NONE);
      transactions.<Object, SQLException>open(
          c -> {
            transactions.afterCommit(() -> Runtime.getRuntime().halt(HALTED));
            return new JdbcOutbox(kit).enqueue(c, Stage.WORK, new Stage.Word("a"));
          });
    }
  }

  @Test
  void C52_whatCommittedIsPublishedByAnotherProcess() throws Exception {
    try (Stage stage = new Stage()) {
      PGSimpleDataSource database = stage.database.unwrap(PGSimpleDataSource.class);
      Process process = ChildJvm.start(Halting.class, database);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(HALTED);
      assertThat(stage.number("SELECT count(*) FROM stagedoor.outbox")).isEqualTo(1);

      stage.start(b -> b.handle(Stage.WORK, run -> {}));
      stage.events.await(
          "complete",
          e ->
              e instanceof dev.stagedoor.event.JobEvent.Moved m
                  && m.transition() == Transition.COMPLETE);
    }
  }
}
