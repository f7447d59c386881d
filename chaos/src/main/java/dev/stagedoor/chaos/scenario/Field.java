package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Deadline;
import dev.stagedoor.boxoffice.process.Poll;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.chaos.crew.Board;
import dev.stagedoor.chaos.crew.Crew;
import dev.stagedoor.chaos.work.Provider;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.job.Windows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What a scenario strikes at. Belongs to the scenario's thread. */
final class Field {
  private static final Duration ASK = Duration.ofMillis(20);
  private static final Duration REPAIR_LIMIT = Duration.ofSeconds(30);

  /** Rows whose entries may be lost: not asked about since the newest epoch began. */
  private static final String DOUBTED =
      """
      SELECT (SELECT coalesce(max(epoch), 0) FROM stagedoor.streams) AS epoch,
             count(*) AS doubted
        FROM stagedoor.outbox
       WHERE state = 'live' AND mark_epoch < (SELECT max(epoch) FROM stagedoor.streams)
      """;

  private final Needs needs;
  private final Servers servers;
  private final Crew crew;
  private final Board board;
  private final Random random;
  private Deadline deadline;
  private final BooleanSupplier asking;
  private Afterwards afterwards = () -> {};
  private int wipes;
  private int restarts;

  /** What the processes run on, as the scenario sees it: never through a wire. */
  record Servers(
      PostgresServer postgres,
      RedisServer redis,
      Provider provider,
      @Nullable Wires wires,
      DataSource database) {}

  Field(
      Needs needs,
      Servers servers,
      Crew crew,
      Board board,
      Random random,
      Deadline deadline,
      BooleanSupplier asking) {
    this.needs = needs;
    this.servers = servers;
    this.crew = crew;
    this.board = board;
    this.random = random;
    this.deadline = deadline;
    this.asking = asking;
  }

  /** Whether jobs are still asked for, and there is time. */
  boolean goesOn() {
    return asking.getAsBoolean() && !deadline.isOver();
  }

  /** What is done again and again until all is quiet. */
  @FunctionalInterface
  interface Afterwards {
    void look() throws SQLException;
  }

  void afterwards(Afterwards what) {
    afterwards = what;
  }

  void lookAfter() throws SQLException {
    afterwards.look();
  }

  /** Strikes in this way for so long, and heals. */
  void during(Duration limit, Scenario.Strikes strikes) throws Exception {
    Deadline whole = deadline;
    deadline = Deadline.in(whole.atMost(limit));
    try {
      strikes.on(this);
    } finally {
      deadline = whole;
      heal();
    }
  }

  Duration left() {
    return deadline.left();
  }

  /** For a while that the seed decides. */
  void pause(int fromMillis, int toMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(fromMillis + random.nextInt(toMillis - fromMillis));
  }

  <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /**
   * Any that is ready, when most of them are: a machine that only starts processes shows nothing.
   */
  Child anyReady(Supplier<List<Child>> who) throws InterruptedException {
    board.await(() -> ready(who.get()).size() * 2 > who.get().size(), deadline.left());
    List<Child> ready = ready(who.get());
    return any(ready.isEmpty() ? who.get() : ready);
  }

  private static List<Child> ready(List<Child> all) {
    return all.stream().filter(child -> child.ready().isDone()).toList();
  }

  Needs needs() {
    return needs;
  }

  Crew crew() {
    return crew;
  }

  Board board() {
    return board;
  }

  Random random() {
    return random;
  }

  Provider provider() {
    return servers.provider;
  }

  PostgresServer postgres() {
    return servers.postgres;
  }

  RedisServer redis() {
    return servers.redis;
  }

  DataSource database() {
    return servers.database;
  }

  Windows windows() {
    return crew.setting().windows();
  }

  Wires wires() {
    if (servers.wires == null) {
      throw new IllegalStateException("this scenario did not ask for wires");
    }
    return servers.wires;
  }

  void heal() {
    if (servers.wires != null) {
      servers.wires.heal();
    }
    servers.provider.down(false);
  }

  /** Waits until what this stopped worker was at has been run by others. */
  void awaitTakenOver(Child worker) throws InterruptedException {
    board.struck(worker);
    board.await(board::isTakenOver, deadline.atMost(windows().reclaim().multipliedBy(3)));
  }

  /** Loses what the stream holds, and measures until every row that was on it is dealt with. */
  void wipe(Runnable how) throws SQLException, InterruptedException {
    long before = epoch();
    long begun = Voice.now();
    how.run();
    wipes++;
    if (Poll.until(() -> isRepaired(before), ASK, deadline.atMost(REPAIR_LIMIT))) {
      board.repaired(Duration.ofMillis(Voice.now() - begun));
    }
  }

  private boolean isRepaired(long before) {
    try (Connection connection = servers.database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(DOUBTED)) {
      row.next();
      return row.getLong("epoch") > before && row.getLong("doubted") == 0;
    } catch (SQLException e) {
      return false; // away for the moment
    }
  }

  private long epoch() throws SQLException {
    try (Connection connection = servers.database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(DOUBTED)) {
      row.next();
      return row.getLong("epoch");
    }
  }

  /** Restarts a server, and measures from when it is back until a job completes. */
  void restart(Runnable how) throws InterruptedException {
    how.run();
    restarts++;
    long back = Voice.now();
    long completed = board.completed();
    if (board.await(() -> board.completed() > completed, deadline.atMost(REPAIR_LIMIT))) {
      board.repaired(Duration.ofMillis(Voice.now() - back));
    }
  }

  int wipes() {
    return wipes;
  }

  int restarts() {
    return restarts;
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = servers.database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
