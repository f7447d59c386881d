package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.boxoffice.web.BoxOfficeServer;
import dev.stagedoor.boxoffice.web.WebSettings;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.JdbcTransactions;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/** The HTTP service of the demo: it only enqueues. */
final class ServiceProcess {
  private static final int CONNECTIONS = 8;

  private ServiceProcess() {}

  public static void main(String[] args) {
    ProcessLife.live(ServiceProcess::start);
  }

  private static ObjectNode start(Surroundings surroundings, ProcessLife life) {
    DataSource database = Pool.open(surroundings.jdbcUrl(), "demo-service", CONNECTIONS);
    BoxOfficeServer server =
        BoxOfficeServer.start(
            WebSettings.STANDARD.at("127.0.0.1", 0),
            database,
            new JdbcTransactions(database, life.witness()),
            Outbox.on(database),
            Charging.ON);
    return Voice.event(Line.READY).put("address", server.uri().toString());
  }
}
