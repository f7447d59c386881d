package dev.stagedoor.testkit.world;

import java.time.InstantSource;
import javax.sql.DataSource;

/** The world as whoever counts effects sees it: nothing is a boundary, no run is behind it. */
final class SeenFromOutside implements World {
  private final Clients clients;
  private final DataSource database;
  private final InstantSource clock;

  SeenFromOutside(Clients clients, DataSource database, InstantSource clock) {
    this.clients = clients;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public <C> C client(Class<C> type) {
    throw new IllegalStateException(
        "a client is for handlers: count with provider(…), the model behind " + type.getName());
  }

  @Override
  public <M> M provider(Class<M> model) {
    return clients.model(model);
  }

  @Override
  public DataSource dataSource() {
    return database;
  }

  @Override
  public void boundary(String label) {
    throw new IllegalStateException("boundary(\"" + label + "\") is for handlers: count only");
  }

  @Override
  public InstantSource clock() {
    return clock;
  }
}
