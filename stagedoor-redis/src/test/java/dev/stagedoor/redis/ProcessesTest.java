package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Outbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes that are killed, that are stopped and go on, whose clocks are wrong. */
@Tag("deep")
class ProcessesTest {
  static final EffectType MAIL = EffectType.of("tickets");

  /** Reclaim 1.5 s, heartbeat 375 ms, claims stale after 3 s; no sweep. */
  static final Windows WINDOWS = windows(40);

  /** Reclaim 6 s. */
  static final Windows PATIENT = windows(10);

  private static Windows windows(int factor) {
    return Windows.STANDARD
        .dividedBy(factor)
        .withHandlerTimeout(Duration.ofSeconds(30))
        .withRetry(Theatre.SHORT.retry())
        .withSweep(Duration.ofHours(1));
  }

  private final RedisServer server = RedisServer.start();
  private final Theatre theatre = new Theatre(server);
  private final List<Process> processes = new ArrayList<>();

  @BeforeEach
  void tables() {
    theatre.sql("CREATE TABLE told (what text NOT NULL, at timestamptz DEFAULT clock_timestamp())");
    theatre.sql("CREATE TABLE provider (key text PRIMARY KEY, requests int NOT NULL)");
  }

  @AfterEach
  void close() {
    processes.forEach(Process::destroyForcibly);
    theatre.close();
    server.close();
  }

  /** The provider accepts what has a new key, and knows the others again. */
  static void send(DataSource database, String key) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement request =
            connection.prepareStatement(
                "INSERT INTO provider VALUES (?, 1)"
                    + " ON CONFLICT (key) DO UPDATE SET requests = provider.requests + 1")) {
      request.setString(1, key);
      request.executeUpdate();
    }
  }

  private Process play(Map<String, String> environment, String how) throws IOException {
    Process process =
        ChildJvm.start(environment, Player.class, theatre.database, server.redisUrl(), how);
    processes.add(process);
    return process;
  }

  private void awaitTold(String what, int times) {
    Theatre.await(
        what, 60, () -> theatre.number("SELECT count(*) FROM told WHERE what = ?", what) >= times);
  }

  private static void signal(String name, Process process) throws Exception {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
  }

  @Test
  void C13_tenRunsOfAKilledProcessAreDoneByAnotherAndNoneHasFailed() throws Exception {
    Process killed = play(Map.of(), "never returns");
    theatre.enqueue("job", 10);
    Theatre.await("ten in flight", 60, () -> theatre.number("SELECT count(*) FROM counter") == 10);
    killed.destroyForcibly(); // SIGKILL

    theatre.start(b -> b.windows(WINDOWS).handle(Theatre.WORK, run -> count(run)));
    theatre.awaitAllComplete();
    theatre.awaitEmptyStream();
    assertThat(theatre.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(10);
    assertThat(theatre.text("SELECT string_agg(DISTINCT outcome, ' ') FROM stagedoor.job_runs"))
        .isEqualTo("killed");
    assertThat(theatre.number("SELECT count(*) FROM stagedoor.jobs WHERE state = 'completed'"))
        .isEqualTo(10);
  }

  @Test
  void C24_twoDeathsCostAJobThatMayNotFailNoFailure() throws Exception {
    theatre.enqueue("a");
    for (int death = 1; death <= 2; death++) {
      Process killed = play(Map.of(), "never returns");
      awaitTold("begun", death);
      killed.destroyForcibly();
    }
    RetryPolicy none =
        new RetryPolicy(0, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(1));
    theatre.start(
        b -> b.windows(WINDOWS).handle(Theatre.WORK, run -> count(run), h -> h.retry(none)));

    theatre.awaitAllComplete();
    assertThat(theatre.counter("a")).isEqualTo(1);
    assertThat(theatre.text("SELECT string_agg(outcome, ' ') FROM stagedoor.job_runs"))
        .isEqualTo("killed killed");
    assertThat(theatre.number("SELECT run FROM stagedoor.processed_jobs WHERE step = ''"))
        .isEqualTo(2);
  }

  @Test
  void C44_aJobThatKillsItsProcessIsDeadAfterEightAndTheOthersAreDone() throws Exception {
    theatre.enqueue("other", 20);
    JobId killer = theatre.enqueue("killer");
    int deaths = 0;
    while (!isDead(killer) && deaths < 12) {
      Process process = play(Map.of(), "halts");
      Theatre.await("its end, or the job's", 60, () -> !process.isAlive() || isDead(killer));
      deaths += process.isAlive() ? 0 : 1;
    }
    Theatre.await("the others", () -> theatre.rows() == 1);

    assertThat(deaths).isEqualTo(8);
    assertThat(theatre.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(20);
    assertThat(theatre.number("SELECT crashes FROM stagedoor.outbox WHERE id = ?", killer))
        .isEqualTo(8);
    assertThat(theatre.number("SELECT count(*) FROM stagedoor.job_runs WHERE outcome = 'dead'"))
        .isEqualTo(1);
  }

  private boolean isDead(JobId id) {
    return theatre.text("SELECT state FROM stagedoor.outbox WHERE id = ?", id).equals("dead");
  }

  private static void count(JobRun<Theatre.Word> run) throws SQLException {
    run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text()));
  }

  @Test
  void C19_aFrozenProcessThatWakesUpChangesNothing() throws Exception {
    Process frozen = play(Map.of(), "sends slowly");
    JobId id = theatre.enqueue("a");
    awaitTold("claimed", 1);
    signal("-STOP", frozen);
    theatre.start(
        b ->
            b.windows(WINDOWS)
                .handle(
                    Theatre.WORK,
                    run -> {
                      count(run);
                      run.effect(MAIL, 4471).perform(key -> send(theatre.pool, key.value()));
                    },
                    h -> h.effects(MAIL)));
    theatre.heard.awaitComplete(id);
    theatre.awaitEmptyStream();
    String doneAt = theatre.text("SELECT done_at FROM stagedoor.effects");
    String ended =
        theatre.text("SELECT ended_at || worker FROM stagedoor.processed_jobs WHERE step = ''");

    theatre.sql("INSERT INTO told VALUES ('go')");
    signal("-CONT", frozen);
    awaitTold("over", 1);
    assertThat(theatre.number("SELECT requests FROM provider WHERE key = 'tickets-4471'"))
        .as("both sent, under one key")
        .isEqualTo(2);
    assertThat(theatre.number("SELECT count(*) FROM provider")).as("accepted").isEqualTo(1);
    assertThat(theatre.counter("a")).isEqualTo(1);
    assertThat(theatre.text("SELECT done_at FROM stagedoor.effects")).isEqualTo(doneAt);
    assertThat(
            theatre.text("SELECT ended_at || worker FROM stagedoor.processed_jobs WHERE step = ''"))
        .isEqualTo(ended);
    assertThat(theatre.rows()).isZero();
  }

  @Test
  void C21_clocksThatAreTenMinutesWrongDecideNothing() throws Exception {
    Optional<Path> library = faketime();
    assumeTrue(library.isPresent(), "no libfaketime: apt-get install libfaketime");
    for (String offset : List.of("+10m", "-10m")) {
      play(Map.of("LD_PRELOAD", library.get().toString(), "FAKETIME", offset), "tells the time");
    }
    awaitTold("clock 10", 1);
    awaitTold("clock -10", 1);
    theatre.enqueue("ready", 20);
    theatre.awaitAllComplete(); // both run

    theatre.enqueue("long");
    awaitTold("begun long", 1);
    JobId later =
        Outbox.on(theatre.pool)
            .enqueueAlone(Theatre.WORK.job(new Theatre.Word("later")).dueIn(Duration.ofSeconds(2)))
            .id();
    String due = theatre.text("SELECT due_at FROM stagedoor.outbox WHERE id = ?", later);
    awaitTold("begun later", 1); // and the reclaim time of the long one is not over
    theatre.sql("INSERT INTO told VALUES ('go')");
    theatre.awaitAllComplete();
    theatre.awaitEmptyStream();

    assertThat(
            theatre.number(
                "SELECT (1000 * extract(epoch FROM at - ?::timestamptz))::bigint FROM told"
                    + " WHERE what = 'begun later'",
                due))
        .as("ms after it was due")
        .isBetween(0L, 1_000L);
    assertThat(theatre.number("SELECT count(*) FROM told WHERE what LIKE 'begun %'"))
        .as("runs")
        .isEqualTo(22);
    assertThat(theatre.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(22);
  }

  private static Optional<Path> faketime() {
    return Stream.of(
            "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
            "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
            "/usr/lib64/faketime/libfaketimeMT.so.1")
        .map(Path::of)
        .filter(Files::exists)
        .findFirst();
  }
}
