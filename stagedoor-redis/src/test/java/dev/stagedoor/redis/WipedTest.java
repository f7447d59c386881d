package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.Health;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Windows;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Redis loses what it had, at the worst moments. Nothing is swept unless a test says so. */
class WipedTest {
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(Stagedoor.class);
  private RedisServer server = RedisServer.start();
  private Theatre theatre = new Theatre(server);
  private final CountDownLatch mayGoOn = new CountDownLatch(1);

  @AfterEach
  void close() {
    mayGoOn.countDown();
    theatre.close();
    server.close();
  }

  private Stagedoor worker(int concurrency) {
    return theatre.start(b -> working(b, concurrency));
  }

  /** Counts its word; a word that begins with "held" then waits. */
  private Stagedoor.Builder working(Stagedoor.Builder builder, int concurrency) {
    return builder
        .concurrency(concurrency)
        .handle(
            Theatre.WORK,
            run -> {
              run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text()));
              if (run.payload().text().startsWith("held")) {
                assertThat(mayGoOn.await(20, TimeUnit.SECONDS)).isTrue();
              }
            });
  }

  private void awaitInFlight(int runs) {
    theatre.heard.await("in flight", runs, e -> e instanceof JobEvent.RunStarted);
  }

  private void eachHappenedOnce(int jobs) {
    theatre.awaitAllComplete();
    theatre.awaitEmptyStream();
    assertThat(theatre.number("SELECT count(*) FROM counter")).isEqualTo(jobs);
    assertThat(theatre.number("SELECT sum(n) FROM counter")).isEqualTo(jobs);
  }

  @Test
  void C33_whatWasUnreadAndInFlightIsDoneAndWhatWasDoneIsNotDoneAgain() throws Exception {
    worker(10);
    theatre.enqueue("done", 5);
    theatre.awaitAllComplete();
    theatre.enqueue("held", 10);
    awaitInFlight(15);
    theatre.enqueue("unread", 20);
    Theatre.await("all published", () -> theatre.marked() == 30);

    server.flushAll();
    long wiped = System.nanoTime();
    Theatre.await("stream and group anew", () -> theatre.redis().hasGroup(Theatre.QUEUE));
    assertThat(Duration.ofNanos(System.nanoTime() - wiped)).isLessThan(Duration.ofSeconds(2));
    mayGoOn.countDown();

    eachHappenedOnce(35);
  }

  @Test
  void C34_aGroupThatCannotBeMadeYetCostsNeitherLogNorProcessor() throws Exception {
    ListAppender<ILoggingEvent> log = listening();
    worker(1);
    theatre.enqueue("before", 1);
    theatre.awaitAllComplete();
    server.command("CONFIG", "SET", "maxmemory", "1"); // no group can be made
    server.flushAll();
    theatre.heard.await("a read in vain", 1, Heard.trouble("stagedoor-read"));
    long begun = System.nanoTime();
    long used = readersProcessorNanos();
    theatre.number("SELECT 1 FROM pg_sleep(2.5)");
    double seconds = (System.nanoTime() - begun) / 1e9;
    used = readersProcessorNanos() - used;

    assertThat(theatre.heard.count(Heard.trouble("stagedoor-read")))
        .as("reads in vain, half a second apart")
        .isBetween(3L, (long) (2 * seconds) + 2);
    assertThat(used / 1e9 / seconds).as("processor").isLessThan(0.1);
    assertThat(lines(log, "stagedoor-read")).as("lines").isLessThanOrEqualTo((long) seconds + 2);
    server.command("CONFIG", "SET", "maxmemory", "0");
    theatre.enqueue("after", 3);
    eachHappenedOnce(4);
  }

  private static ListAppender<ILoggingEvent> listening() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    LOG.addAppender(log);
    LOG.setAdditive(false);
    LOG.setLevel(Level.WARN);
    return log;
  }

  @AfterAll
  static void quieten() {
    LOG.detachAndStopAllAppenders();
    LOG.setAdditive(true);
    LOG.setLevel(null);
  }

  private static long lines(ListAppender<ILoggingEvent> log, String about) {
    return List.copyOf(log.list).stream()
        .filter(line -> line.getFormattedMessage().startsWith(about))
        .count();
  }

  private static long readersProcessorNanos() {
    var threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(t -> t != null && t.getThreadName().startsWith("stagedoor-read"))
        .mapToLong(t -> threads.getThreadCpuTime(t.getThreadId()))
        .sum();
  }

  @Test
  void C38_whatWasMarkedAndNeverReadIsPublishedAgain() throws Exception {
    theatre.relay();
    theatre.enqueue("job", 20);
    Theatre.await("all marked", () -> theatre.marked() == 20);
    server.flushAll();

    worker(8);
    eachHappenedOnce(20);
    assertThat(theatre.heard.count(e -> e instanceof JobEvent.Published p && p.again()))
        .as("told of each row that was published and not complete")
        .isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void C31_trimmedEntriesPendingAndUnreadAreDoneOnce(boolean installed) throws Exception {
    if (installed) {
      onInstalledServer();
    }
    theatre.start(b -> b.windows(swept()).roles(Role.RELAY));
    theatre.enqueue("job", 5);
    Theatre.await("all published", () -> theatre.depth() == 5);
    try (RedisStream dead = theatre.client()) {
      assertThat(dead.read(Theatre.QUEUE, "dead", 2, Duration.ZERO)).hasSize(2);
    }
    theatre.redis().trim(Theatre.QUEUE);

    theatre.start(b -> working(b, 8).windows(swept()));
    eachHappenedOnce(5);
  }

  private static Windows swept() {
    return Theatre.SHORT.withSweep(Duration.ofMillis(300));
  }

  private void onInstalledServer() {
    assumeTrue(RedisServer.installedExecutable().isPresent(), "no redis-server on PATH");
    close();
    server =
        RedisServer.start(
            RedisOptions.inMemory()
                .withExecutable(RedisServer.installedExecutable().orElseThrow()));
    theatre = new Theatre(server);
  }

  @Test
  void C36_whatIsEvictedIsDoneOnceWhereEvictionIsAccepted() throws Exception {
    server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    assertThatThrownBy(() -> worker(1))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("allkeys-lru");
    Stagedoor accepting = theatre.start(b -> working(b, 1).acceptEviction(true));
    assertThat(accepting.health().status()).isEqualTo(Health.Status.DEGRADED);
    theatre.enqueue("held", 5);
    awaitInFlight(1);
    Theatre.await("all published", () -> theatre.marked() == 5);

    server.command("CONFIG", "SET", "maxmemory", "1");
    Theatre.await("the eviction", () -> theatre.depth() == 0);
    server.command("CONFIG", "SET", "maxmemory", "0");
    mayGoOn.countDown();

    eachHappenedOnce(5);
  }
}
