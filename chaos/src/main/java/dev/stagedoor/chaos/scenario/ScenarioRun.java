package dev.stagedoor.chaos.scenario;

import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Role;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.process.Deadline;
import dev.stagedoor.boxoffice.process.Poll;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.conform.MoveLog;
import dev.stagedoor.chaos.crew.Board;
import dev.stagedoor.chaos.crew.Crew;
import dev.stagedoor.chaos.crew.Setting;
import dev.stagedoor.chaos.work.Judge;
import dev.stagedoor.chaos.work.Producer;
import dev.stagedoor.chaos.work.Provider;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.Events;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One scenario from beginning to end: start, ask for jobs and strike, heal, wait until all is
 * quiet, judge.
 */
public final class ScenarioRun {
  /** Reclaim time 2 s, send time-out 1 s. */
  private static final int DIVIDED_BY = 30;

  private static final int CONNECTIONS = 8;
  private static final int EXAMPLES = 5;
  private static final Duration ASK = Duration.ofMillis(100);

  /** Parked ones wait for a person, who may be about to decide. */
  private static final String LEFT = "SELECT count(*) FROM stagedoor.outbox WHERE state <> 'dead'";

  private final Scenario scenario;
  private final Given given;
  private final Timetable times;
  private final Board board = new Board();
  private final List<String> problems = new ArrayList<>();
  private final long begun = Voice.now();

  /** What is the same for all scenarios of a call. */
  public record Given(PostgresServer postgres, Path logs, int jobs, long seed, Broken broken) {}

  public ScenarioRun(Scenario scenario, Given given, Timetable times) {
    this.scenario = scenario;
    this.given = given;
    this.times = times;
  }

  public Result run() throws Exception {
    String database = "chaos_" + scenario.name().replace('-', '_');
    given.postgres.createDatabase(database);
    Path logs = Files.createDirectories(given.logs.resolve(scenario.name()));
    try (HikariDataSource direct =
            Pool.open(given.postgres.jdbcUrl(database), "judge", CONNECTIONS);
        RedisServer redis = RedisServer.start(scenario.needs().redis());
        Provider provider = Provider.start();
        Wiring wiring = Wiring.of(scenario.needs(), given.postgres, redis, provider);
        Crew crew = new Crew(setting(database, wiring), board, logs)) {
      prepare(direct);
      provider.keysLive(scenario.needs().keysLive());
      crew.start(scenario.needs().workers(), scenario.needs().relays());
      return judged(
          new Field.Servers(given.postgres, redis, provider, wiring.wires(), direct), crew);
    }
  }

  /** Where the processes find their servers. */
  private record Wiring(String redisUrl, int postgresPort, int providerPort, @Nullable Wires wires)
      implements AutoCloseable {
    static Wiring of(Needs needs, PostgresServer postgres, RedisServer redis, Provider provider)
        throws IOException {
      if (!needs.wired()) {
        return new Wiring(redis.redisUrl(), postgres.port(), provider.address().getPort(), null);
      }
      Wires wires = Wires.to(postgres.port(), redis.port(), provider.address());
      return new Wiring(
          "redis://127.0.0.1:" + wires.redis().port(),
          wires.postgres().port(),
          wires.provider().port(),
          wires);
    }

    @Override
    public void close() throws IOException {
      if (wires != null) {
        wires.close();
      }
    }
  }

  private Setting setting(String database, Wiring wiring) {
    String url =
        given
            .postgres
            .jdbcUrl(database)
            .replace(":" + given.postgres.port() + "/", ":" + wiring.postgresPort + "/");
    return new Setting(
        url,
        wiring.redisUrl,
        scenario.name(),
        wiring.providerPort,
        DIVIDED_BY,
        given.broken.sweep(),
        scenario.needs().keysLive().toMillis(),
        false,
        EnumSet.noneOf(Role.class),
        given.broken == Broken.NOTHING ? null : given.broken);
  }

  private void prepare(HikariDataSource database) throws SQLException {
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    Producer.prepare(database);
    MoveLog.on(database);
    if (given.broken.sql().isPresent()) {
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(given.broken.sql().get());
      }
    }
  }

  private Result judged(Field.Servers servers, Crew crew) throws Exception {
    Random random = new Random(given.seed ^ scenario.name().hashCode());
    double aSecond = given.jobs / (times.asking().toMillis() / 1_000.0);
    Thread asking = new Thread(() -> ask(servers, random.nextLong(), aSecond), "asks");
    asking.start();
    long started = Voice.now() / 1_000;
    TimeUnit.MILLISECONDS.sleep(times.calmBefore().toMillis());
    Deadline strikes = Deadline.in(times.strikes());
    Field field =
        new Field(scenario.needs(), servers, crew, board, random, strikes, asking::isAlive);
    long struck = Voice.now() / 1_000;
    scenario.strikes().on(field);
    field.heal();
    long healed = Voice.now() / 1_000;
    asking.join();
    boolean quiet = Poll.until(() -> isQuiet(servers, field), ASK, times.toBeQuiet());
    problems.addAll(crew.endedByThemselves());
    if (!scenario.needs().twins()) {
      problems.addAll(board.twins());
    }
    problems.addAll(MoveLog.strange(servers.database()));
    return result(servers, field, quiet, new Seconds(started, struck, healed));
  }

  /** When the phases began, by {@link Voice#now()} in seconds. */
  private record Seconds(long started, long struck, long healed) {}

  private void ask(Field.Servers servers, long seed, double aSecond) {
    try {
      new Producer(servers.database(), scenario.needs().work(), seed).produce(given.jobs, aSecond);
    } catch (InterruptedException e) {
      problems.add("interrupted while jobs were asked for");
    }
  }

  private static boolean isQuiet(Field.Servers servers, Field field) {
    try {
      field.lookAfter();
    } catch (SQLException e) {
      return false; // away for the moment
    }
    try (Connection connection = servers.database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LEFT)) {
      return row.next() && row.getLong(1) == 0;
    } catch (SQLException e) {
      return false; // away for the moment
    }
  }

  private Result result(Field.Servers servers, Field field, boolean quiet, Seconds at)
      throws SQLException {
    Judge.Verdict verdict = Judge.judge(servers.database(), servers.provider());
    problems.addAll(verdict.examples());
    if (verdict.lost() > 0) {
      board.ends().stream().limit(EXAMPLES).forEach(problems::add); // why, perhaps
    }
    List<Long> recoveries = board.recoveries();
    return new Result(
        1,
        scenario.name(),
        verdict.jobs(),
        board.deliveries(),
        field.crew().kills(),
        field.wipes(),
        field.restarts(),
        verdict.lost(),
        verdict.doubled(),
        Median.quantile(recoveries, 0.5),
        Median.quantile(recoveries, 0.99),
        times.isLong() ? Median.of(board.completedBySecond(at.started + 5, at.struck)) : null,
        times.isLong() ? Median.of(board.completedBySecond(at.healed + 10, at.healed + 40)) : null,
        given.seed,
        Math.round((Voice.now() - begun) / 100.0) / 10.0,
        List.copyOf(problems),
        quiet);
  }
}
