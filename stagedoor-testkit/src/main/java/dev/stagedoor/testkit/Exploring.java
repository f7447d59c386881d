package dev.stagedoor.testkit;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Explorer;
import dev.stagedoor.testkit.interleave.Finding;
import dev.stagedoor.testkit.interleave.Interleaving;
import dev.stagedoor.testkit.interleave.Limits;
import dev.stagedoor.testkit.interleave.Subject;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.path.HandledJob;
import dev.stagedoor.testkit.path.Job;
import dev.stagedoor.testkit.report.Report;
import dev.stagedoor.testkit.world.Given;
import dev.stagedoor.testkit.world.Scene;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** From what was asked to an exploration on a database, and back out of it. */
final class Exploring {
  private final Job job;
  private final Subject subject;
  private final Limits limits;
  private final @Nullable DataSource given;
  private final List<Given> rows;

  Exploring(
      Job job, Subject subject, Limits limits, @Nullable DataSource database, List<Given> rows) {
    this.job = job;
    this.subject = subject;
    this.limits = limits;
    this.given = database;
    this.rows = rows;
  }

  Exploration explore() {
    return on(Explorer::explore);
  }

  Exploration replay(Interleaving interleaving) {
    return on(explorer -> explorer.replay(interleaving));
  }

  private interface Way {
    Explored go(Explorer explorer) throws Exception;
  }

  private Exploration on(Way way) {
    try {
      return told(explored(way));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot explore: " + e, e);
    }
  }

  private Explored explored(Way way) throws Exception {
    DataSource database = given == null ? TestServers.freshDatabase() : given;
    Job.Prepared prepared = job.prepare(database);
    try {
      for (Given each : rows) {
        put(database, each);
      }
      try (Scene scene = Scene.open(database)) {
        boolean canBeReclaimed = job instanceof HandledJob<?>;
        return way.go(new Explorer(scene, subject, prepared, limits, canBeReclaimed));
      }
    } finally {
      prepared.remove();
    }
  }

  private static void put(DataSource database, Given rows) throws Exception {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      rows.rows(connection);
      connection.commit();
    }
  }

  private static Exploration told(Explored explored) {
    Finding finding = explored.finding();
    return new Exploration(
        finding == null ? Verdict.ONCE : finding.verdict(),
        finding == null || finding.effect().isEmpty() ? null : finding.effect(),
        explored.interleavings(),
        explored.trace().interleaving().toString(),
        Report.of(explored, TestName.ofCaller()),
        explored.trace().signature(),
        explored.took());
  }
}
