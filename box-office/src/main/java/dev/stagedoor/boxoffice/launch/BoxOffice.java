package dev.stagedoor.boxoffice.launch;

import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.report.ReplicaReads;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.Windows;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The box office's jobs in this process, on a pool of its own. Thread-safe. */
final class BoxOffice implements AutoCloseable {
  /** Of every process of a box office. */
  static final Windows WINDOWS = Windows.STANDARD;

  private static final int CONNECTIONS = 20;

  private static final int READS = 2;

  private final HikariDataSource database;
  private final @Nullable HikariDataSource replica;
  private final Transactions transactions;
  private final Stagedoor stagedoor;

  private BoxOffice(
      HikariDataSource database,
      @Nullable HikariDataSource replica,
      Transactions transactions,
      Stagedoor stagedoor) {
    this.database = database;
    this.replica = replica;
    this.transactions = transactions;
    this.stagedoor = stagedoor;
  }

  /**
   * Starts it.
   *
   * @param store where tickets lie
   */
  static BoxOffice start(
      Servers servers, Providers providers, TicketStore store, Reporting reporting, Role... roles) {
    HikariDataSource database = Pool.open(servers.jdbcUrl(), "box-office", CONNECTIONS);
    HikariDataSource replica =
        reporting.replicaUrl().map(url -> Pool.open(url, "box-office-replica", READS)).orElse(null);
    Transactions transactions = new JdbcTransactions(database, Events.none());
    Stagedoor.Builder builder =
        Stagedoor.builder(transactions).stream(servers.stream(RedisStreamOptions.defaults()))
            .roles(roles)
            .windows(WINDOWS);
    reporting.schedule().ifPresent(builder::recurring);
    BoxOfficeServices services = providers.services(database, store);
    Stagedoor stagedoor = BoxOfficeJobs.register(builder, reading(services, replica)).build();
    return new BoxOffice(database, replica, transactions, stagedoor.start());
  }

  private static BoxOfficeServices reading(
      BoxOfficeServices services, @Nullable DataSource replica) {
    return replica == null
        ? services
        : services.withReads(
            new ReplicaReads(services.database(), replica, ReplicaReads.Waiting.STANDARD));
  }

  DataSource database() {
    return database;
  }

  Transactions transactions() {
    return transactions;
  }

  Stagedoor stagedoor() {
    return stagedoor;
  }

  /** Drains, hands back, and closes the connections last. */
  @Override
  public void close() {
    stagedoor.close();
    if (replica != null) {
      replica.close();
    }
    database.close();
  }
}
