package dev.stagedoor.boxoffice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The connections of one process. */
public final class Pool {
  private static final long PATIENCE_MS = 5_000;

  private Pool() {}

  /**
   * A pool that starts while the database is away, and gives up on a borrower after 5 s.
   *
   * @param url a JDBC URL of PostgreSQL, with user and password where they are needed
   * @param name in logs, and in {@code pg_stat_activity}
   * @param most connections at once
   */
  public static HikariDataSource open(String url, String name, int most) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setPoolName(name);
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(Math.min(2, most));
    config.setConnectionTimeout(PATIENCE_MS);
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", name);
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return new HikariDataSource(config);
  }
}
