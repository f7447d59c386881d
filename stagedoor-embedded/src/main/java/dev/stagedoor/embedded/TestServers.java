package dev.stagedoor.embedded;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The servers that all tests of one JVM share, each started when it is first asked for and closed
 * with the JVM. A test that restarts or crashes a server starts one of its own.
 *
 * <p>Safe for use by many threads.
 */
public final class TestServers {
  private static final AtomicLong DATABASES = new AtomicLong();
  private static @Nullable PostgresServer postgres;
  private static @Nullable RedisServer redis;

  private TestServers() {}

  /** {@link Durability#FAST}: what is measured or killed on it says nothing about a real one. */
  public static synchronized PostgresServer postgres() {
    PostgresServer running = postgres;
    if (running == null) {
      running = PostgresServer.start(Durability.FAST);
      postgres = running;
    }
    return running;
  }

  /**
   * A database of the test's own, empty, 50 to 120 ms. It stays until the JVM ends (8 MB of disk):
   * one a test class is better than one a test, where rows can be told apart.
   *
   * @return unpooled
   */
  public static PGSimpleDataSource freshDatabase() {
    return postgres().createDatabase("test_" + DATABASES.incrementAndGet());
  }

  /** The same as a copy of another database, to which nobody may be connected meanwhile. */
  public static PGSimpleDataSource freshDatabase(String template) {
    return postgres().createDatabase("test_" + DATABASES.incrementAndGet(), template);
  }

  /** Nothing on disk, no login. Shared: keep to keys of your own, or wipe and be alone. */
  public static synchronized RedisServer redis() {
    RedisServer running = redis;
    if (running == null) {
      running = RedisServer.start();
      redis = running;
    }
    return running;
  }
}
