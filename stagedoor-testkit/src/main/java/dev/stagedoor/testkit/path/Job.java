package dev.stagedoor.testkit.path;

import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Scene;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** A job with its handler: how it comes into a database, and from there to its runs. */
public interface Job {
  /** Puts the job into the database, before the rows are remembered. */
  Prepared prepare(DataSource database) throws Exception;

  /** Finds the job again, in another process. */
  Prepared find(DataSource database, String reference) throws Exception;

  /** Loads the classes that a run needs, without a look at the database. */
  default void warmUp() throws ClassNotFoundException {}

  /** A job that is in the database. */
  interface Prepared {
    /** The deliveries of one more interleaving. */
    Deliveries begin(Scene scene, Clients clients) throws Exception;

    /** How long providers keep the keys of its effects, as far as it says so. */
    List<Duration> keyLives();

    /** What it can be found by. */
    String reference();

    /** Takes the job out of the database again. */
    void remove() throws Exception;
  }
}
