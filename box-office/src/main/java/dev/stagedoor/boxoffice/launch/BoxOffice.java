package dev.stagedoor.boxoffice.launch;

import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.Windows;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import javax.sql.DataSource;

/** The box office's jobs in this process, on a pool of its own. Thread-safe. */
final class BoxOffice implements AutoCloseable {
  /** Of every process of a box office. */
  static final Windows WINDOWS = Windows.STANDARD;

  private static final int CONNECTIONS = 20;

  private final HikariDataSource database;
  private final Transactions transactions;
  private final Stagedoor stagedoor;

  private BoxOffice(HikariDataSource database, Transactions transactions, Stagedoor stagedoor) {
    this.database = database;
    this.transactions = transactions;
    this.stagedoor = stagedoor;
  }

  /**
   * Starts it.
   *
   * @param store where tickets lie
   */
  static BoxOffice start(Servers servers, Providers providers, TicketStore store, Role... roles) {
    HikariDataSource database = Pool.open(servers.jdbcUrl(), "box-office", CONNECTIONS);
    Transactions transactions = new JdbcTransactions(database, Events.none());
    BoxOfficeServices services = providers.services(database, store);
    Stagedoor.Builder builder =
        Stagedoor.builder(transactions).stream(servers.stream(RedisStreamOptions.defaults()))
            .roles(roles)
            .windows(WINDOWS);
    Stagedoor stagedoor = BoxOfficeJobs.register(builder, services).build();
    return new BoxOffice(database, transactions, stagedoor.start());
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
    database.close();
  }
}
