package dev.stagedoor.redis;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.handler.JobRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** A worker in a process of its own. It tells what it does, and is told to go on, by rows. */
public final class Player {
  private final PGSimpleDataSource database;

  private Player(PGSimpleDataSource database) {
    this.database = database;
  }

  /** The database, the address of Redis, and which of the handlers below. */
  public static void main(String[] args) throws InterruptedException, SQLException {
    Player player = new Player(ChildJvm.database(args));
    Stagedoor.Builder builder =
        Stagedoor.builder(player.database).stream(RedisStream.at(args[2]))
            .migrate(false)
            .windows(ProcessesTest.WINDOWS)
            .concurrency(10);
    switch (args[3]) {
      case "never returns" -> player.neverReturns(builder);
      case "halts" -> player.halts(builder);
      case "sends slowly" -> player.sendsSlowly(builder);
      default -> player.tellsTheTime(builder.windows(ProcessesTest.PATIENT));
    }
    builder.build().start();
    new CountDownLatch(1).await();
  }

  private void neverReturns(Stagedoor.Builder builder) {
    builder.handle(
        Theatre.WORK,
        run -> {
          count(run);
          tell("begun");
          new CountDownLatch(1).await();
        });
  }

  /** Ends the process without a word if the job is the killer. */
  private void halts(Stagedoor.Builder builder) {
    builder.handle(
        Theatre.WORK,
        run -> {
          if (run.payload().text().equals("killer")) {
            Runtime.getRuntime().halt(1);
          }
          count(run);
        });
  }

  private static void count(JobRun<Theatre.Word> run) throws SQLException {
    run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text()));
  }

  /** Claims, waits for the word "go", sends; whatever interrupts it meanwhile. */
  private void sendsSlowly(Stagedoor.Builder builder) {
    builder
        .handle(
            Theatre.WORK,
            run -> {
              count(run);
              run.effect(ProcessesTest.MAIL, 4471)
                  .perform(
                      key -> {
                        tell("claimed");
                        CompletableFuture.runAsync(() -> sendOnceTold(key.value())).join();
                      });
            },
            h -> h.effects(ProcessesTest.MAIL))
        .listener(
            event -> {
              if (event instanceof JobEvent.Settled || event instanceof JobEvent.Fenced) {
                tell("over");
              }
            });
  }

  /** On another thread than the one that is interrupted. */
  private void sendOnceTold(String key) {
    try {
      Theatre.await("go", 60, () -> isTold("go"));
      ProcessesTest.send(database, key);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** What its clock says, and how long it works on what is long. */
  private void tellsTheTime(Stagedoor.Builder builder) throws SQLException {
    tell("clock " + Math.round((Instant.now().getEpochSecond() - databaseSeconds()) / 60.0));
    builder.handle(
        Theatre.WORK,
        run -> {
          count(run);
          tell("begun " + run.payload().text());
          if (run.payload().text().equals("long")) {
            Theatre.await("go", 60, () -> isTold("go"));
          }
        },
        h -> h.heartbeat(false)); // so that nothing but time protects it
  }

  private long databaseSeconds() throws SQLException {
    return ask("SELECT extract(epoch FROM clock_timestamp())::bigint");
  }

  private boolean isTold(String what) {
    try {
      return ask("SELECT count(*) FROM told WHERE what = '" + what + "'") > 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private long ask(String query) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void tell(String what) {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO told (what) VALUES (?)")) {
      insert.setString(1, what);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
