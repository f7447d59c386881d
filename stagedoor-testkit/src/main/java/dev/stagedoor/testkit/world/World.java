package dev.stagedoor.testkit.world;

import java.time.InstantSource;
import javax.sql.DataSource;

/**
 * What one run of a handler sees of the world outside. Each run has its own, as a process of its
 * own would; behind them are one database and one model of each provider.
 *
 * <p>Belongs to the run's thread. A call from another thread ends the test as {@code OWN_THREADS}.
 */
public interface World {
  /**
   * The client as the handler would get it; each call of a method is a boundary.
   *
   * @throws IllegalArgumentException if no client of this type was given
   */
  <C> C client(Class<C> type);

  /**
   * The model behind a client, to count what it accepted; calls of it are no boundaries.
   *
   * @param model the model's class, or any type of it
   * @throws IllegalArgumentException if there is no model of this type, or more than one
   */
  <M> M provider(Class<M> model);

  /** The database; each statement, commit and rollback is a boundary. */
  DataSource dataSource();

  /**
   * The instant before an effect that no client and no {@link #dataSource} shows: a file, an object
   * store.
   *
   * @param label names the effect in reports
   */
  void boundary(String label);

  /** The time in this world; moves when the clock is moved. */
  InstantSource clock();
}
