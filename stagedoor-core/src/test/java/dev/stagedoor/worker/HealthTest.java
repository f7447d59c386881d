package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.Health;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.Unfit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a process says of itself. */
final class HealthTest {
  private final Stage stage = new Stage();
  private final CountDownLatch letGo = new CountDownLatch(1);
  private volatile boolean cut;

  @AfterEach
  void close() {
    letGo.countDown();
    cut = false;
    stage.close();
  }

  /** The database as it is, or out of reach. */
  private DataSource database() {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, args) -> {
              if (cut) {
                throw new SQLException("no route to host", "08001");
              }
              try {
                return method.invoke(stage.database, args);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }

  private static void await(Stagedoor stagedoor, Health.Status status) {
    Stage.await(
        status + ", not " + stagedoor.health(), () -> stagedoor.health().status() == status);
  }

  @Test
  void upFromTheStartToTheEnd() throws Exception {
    Stagedoor built =
        Stagedoor.builder(stage.database).stream(LocalStream.inThisProcess())
            .handle(Stage.WORK, run -> {})
            .build();
    assertThat(built.health()).isEqualTo(new Health(Health.Status.DOWN, List.of("not started")));
    built.start();
    assertThat(built.health()).isEqualTo(new Health(Health.Status.UP, List.of()));
    built.close();
    assertThat(built.health().reasons()).containsExactly("closed");
  }

  @Test
  void downForGoodWhereTheStartWasRefused() throws Exception {
    stage.sql("DROP SCHEMA stagedoor CASCADE");
    Stagedoor stagedoor =
        Stagedoor.builder(stage.database).stream(LocalStream.inThisProcess())
            .migrate(false)
            .build();
    assertThatThrownBy(stagedoor::start).isInstanceOf(ConfigurationFault.class);
    assertThat(stagedoor.health().status()).isEqualTo(Health.Status.DOWN);
    assertThat(stagedoor.health().reasons())
        .singleElement()
        .asString()
        .contains("run `stagedoor migrate`");
    stagedoor.close();
  }

  @Test
  void C36_aServerThatMayEvictIsRefusedOrAcceptedAndThenDegradesIt() {
    Unfit evicting = new Unfit(Unfit.Kind.EVICTION, "maxmemory-policy allkeys-lru");
    JobStream stream =
        new Shared(stage.stream) {
          @Override
          public List<Unfit> unfit() {
            return List.of(evicting);
          }
        };
    assertThatThrownBy(() -> stage.start(b -> b.handle(Stage.WORK, run -> {}), stream))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("allkeys-lru, or accept it with acceptEviction(true)");

    assertThat(stage.start(b -> b.acceptEviction(true).handle(Stage.WORK, run -> {}), stream))
        .extracting(Stagedoor::health)
        .isEqualTo(new Health(Health.Status.DEGRADED, List.of(evicting.message())));
  }

  @Test
  void aTypeThatNobodyHereKnowsIsNamed() throws Exception {
    Stagedoor stagedoor = stage.start(b -> b.handle(Stage.WORK, run -> {}));
    JobId id = stage.enqueue(JobType.of("strange", Stage.Word.class).job(new Stage.Word("a")));
    stage.events.awaitMoved(id, Transition.RELEASE);
    assertThat(stagedoor.health())
        .isEqualTo(
            new Health(
                Health.Status.DEGRADED,
                List.of("jobs of type strange come to this process, which has no handler for it")));
  }

  @Test
  void stuckRunsDegradeItAndAllSlotsStuckTakeItDown() throws Exception {
    Stagedoor stagedoor =
        stage.start(
            b ->
                b.concurrency(2)
                    .handle(
                        Stage.WORK,
                        run -> WorkerTest.awaitIgnoringInterrupts(letGo),
                        h -> h.timeout(Duration.ofMillis(100)).retry(Stage.SHORT.retry())));
    stage.enqueue("a");
    await(stagedoor, Health.Status.DEGRADED);
    assertThat(stagedoor.health().reasons())
        .containsExactly(
            "1 of 2 slots of queue default hold runs that are over their time-out and do not"
                + " stop");
    stage.enqueue("b");
    await(stagedoor, Health.Status.DOWN);
    letGo.countDown();
    await(stagedoor, Health.Status.UP);
  }

  @Test
  void downWhileTheDatabaseIsAwayAndUpWhenItIsBack() {
    Stagedoor stagedoor =
        Stagedoor.builder(database()).stream(LocalStream.inThisProcess())
            .handle(Stage.WORK, run -> {})
            .windows(Stage.SHORT)
            .build()
            .start();
    try (stagedoor) {
      await(stagedoor, Health.Status.UP);
      cut = true;
      await(stagedoor, Health.Status.DOWN);
      assertThat(stagedoor.health().reasons()).anyMatch(r -> r.endsWith(" s: no route to host"));
      cut = false;
      await(stagedoor, Health.Status.UP);
    }
  }

  @Test
  void downUntilItHasFoundTheDatabase() {
    cut = true;
    try (Stagedoor stagedoor =
        Stagedoor.builder(database()).stream(LocalStream.inThisProcess())
            .handle(Stage.WORK, run -> {})
            .build()
            .start()) {
      assertThat(stagedoor.health().status()).isEqualTo(Health.Status.DOWN);
      assertThat(stagedoor.health().reasons())
          .containsExactly("PostgreSQL is away: no route to host");
      cut = false;
      await(stagedoor, Health.Status.UP);
    }
  }
}
