package dev.stagedoor.testkit;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Explorer;
import dev.stagedoor.testkit.interleave.Finding;
import dev.stagedoor.testkit.interleave.Interleaving;
import dev.stagedoor.testkit.interleave.Limits;
import dev.stagedoor.testkit.interleave.Subject;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.kill.Doomed;
import dev.stagedoor.testkit.path.Deliveries;
import dev.stagedoor.testkit.path.HandledJob;
import dev.stagedoor.testkit.path.Job;
import dev.stagedoor.testkit.report.Report;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Given;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

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
    return told(on((explorer, database, prepared) -> explorer.explore()));
  }

  Exploration replay(Interleaving interleaving) {
    return told(on((explorer, database, prepared) -> explorer.replay(interleaving)));
  }

  /**
   * @throws IllegalStateException if the database is the user's own
   */
  KilledRun.Killed killed(KilledRun.Killing killing) {
    if (given != null) {
      throw new IllegalStateException(
          "a killed run needs an embedded PostgreSQL, which its process can log in to: leave out"
              + " .on(…)");
    }
    return on(
        (explorer, database, prepared) ->
            killing.go(explorer, (PGSimpleDataSource) database, prepared.reference()));
  }

  private interface Way<T> {
    T go(Explorer explorer, DataSource database, Job.Prepared prepared) throws Exception;
  }

  private <T> T on(Way<T> way) {
    try {
      return played(way);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot explore: " + e, e);
    }
  }

  private <T> T played(Way<T> way) throws Exception {
    DataSource database = given == null ? TestServers.freshDatabase() : given;
    Job.Prepared prepared = job.prepare(database);
    T result;
    try {
      for (Given each : rows) {
        put(database, each);
      }
      try (Scene scene = Scene.open(database)) {
        boolean canBeReclaimed = job instanceof HandledJob<?>;
        Explorer explorer = new Explorer(scene, subject, prepared, limits, canBeReclaimed);
        result = way.go(explorer, database, prepared);
      }
    } catch (Throwable t) {
      try {
        prepared.remove();
      } catch (Exception e) {
        t.addSuppressed(e);
      }
      throw t;
    }
    prepared.remove();
    return result;
  }

  /**
   * Plays run A in this process, another having set everything up.
   *
   * <p>Until the parent says go, the run before may still be judged. So before that, nothing of a
   * row is read, and nothing is begun: connections in auto-commit mode, which hold no lock and no
   * snapshot, and the catalogue, which stays as it is between runs.
   *
   * @param go waits for the parent's word
   */
  void asChild(DataSource database, String reference, Supplier<Doomed> go) throws Exception {
    try (Scene scene = Scene.visit(database)) {
      job.warmUp();
      Doomed doomed = go.get();
      Clients clients = new Clients(remote(doomed), scene.clock().instants());
      Deliveries deliveries = job.find(scene.ownDataSource(), reference).begin(scene, clients);
      Work work = deliveries.next("A", scene.world(doomed, clients), false);
      if (work != null) {
        work.run();
      }
    }
  }

  private List<Clients.Declared> remote(Doomed doomed) {
    List<Clients.Declared> remote = new ArrayList<>();
    for (Clients.Declared each : subject.clients()) {
      remote.add(
          new Clients.Declared(each.type(), () -> doomed.client(each.type()), each.faults()));
    }
    return remote;
  }

  private static void put(DataSource database, Given rows) throws Exception {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      rows.rows(connection);
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "given(…) cannot be put into the database: " + Counting.oneLine(e), e);
    }
  }

  private static Exploration told(Explored explored) {
    Finding finding = explored.finding();
    return new Exploration(
        finding == null ? Verdict.ONCE : finding.verdict(),
        finding == null || finding.effect().isEmpty() ? null : finding.effect(),
        explored.interleavings(),
        explored.replays(),
        explored.trace().interleaving().toString(),
        Report.of(explored, TestName.ofCaller()),
        explored.trace().signature(),
        explored.fingerprint(),
        finding == null ? "" : test(explored, finding),
        explored.took());
  }

  private static String test(Explored explored, Finding finding) {
    String replay = explored.trace().interleaving().toString();
    return new ReplaySource(replay, finding.verdict().name(), finding.effect())
        .of(TestName.methodOfCaller());
  }
}
