package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A commit that happens while its reply is lost: the worker must take it for a failure, and err.
 */
final class LostReplyTest {
  private final Stage stage = new Stage();

  /** Whose next commit is the one: the relay commits, too. */
  private final AtomicReference<@Nullable Thread> loser = new AtomicReference<>();

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aFailureThatMeetsItsOwnCommitChangesNothingAndSettles() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    try (Stagedoor lossy =
        Stagedoor.builder(losingReplies(stage.database)).stream(new Shared(stage.stream))
            .windows(Stage.SHORT)
            .migrate(false)
            .listener(stage.events)
            .handleOnce(
                Stage.WORK,
                (run, tx) -> {
                  runs.incrementAndGet();
                  tx.update("INSERT INTO counter VALUES ('a', 1)");
                  loser.set(Thread.currentThread());
                })
            .build()
            .start()) {
      JobId id = lossy.outbox().enqueueAlone(Stage.WORK.job(new Stage.Word("a"))).id();

      stage.events.await("the failure", e -> e instanceof JobEvent.Fenced f && isOf(id, f));
      stage.awaitSettled("default");
      assertThat(stage.isGone(id)).isTrue();
      assertThat(stage.text("SELECT state FROM stagedoor.jobs WHERE id = ?", id))
          .isEqualTo("completed");
      assertThat(stage.counter("a")).isEqualTo(1);
      assertThat(runs).hasValue(1);
    }
  }

  private static boolean isOf(JobId id, JobEvent.Fenced fenced) {
    return fenced.run().jobId().equals(id);
  }

  private DataSource losingReplies(DataSource database) {
    return proxy(
        DataSource.class,
        (method, args) -> {
          Object result = call(database, method, args);
          return result instanceof Connection connection ? losingReplies(connection) : result;
        });
  }

  private Connection losingReplies(Connection connection) {
    return proxy(
        Connection.class,
        (method, args) -> {
          Object result = call(connection, method, args);
          if (method.getName().equals("commit")
              && loser.compareAndSet(Thread.currentThread(), null)) {
            connection.close();
            throw new SQLException("the reply was lost", "08006");
          }
          return result;
        });
  }

  private interface Calls {
    @Nullable Object call(Method method, Object @Nullable [] args) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Calls calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> calls.call(method, args)));
  }

  private static @Nullable Object call(Object to, Method method, Object @Nullable [] args)
      throws Throwable {
    try {
      return method.invoke(to, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
