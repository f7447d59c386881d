package dev.stagedoor.testkit.path;

import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.Work;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** A message of any queue; nothing of it is in the database. */
public record AnyJob(PerRun<Work> perRun) implements Job {
  @Override
  public Prepared find(DataSource database, String reference) {
    return prepare(database);
  }

  @Override
  public Prepared prepare(DataSource database) {
    return new Prepared() {
      @Override
      public String reference() {
        return "";
      }

      @Override
      public Deliveries begin(Scene scene, Clients clients) {
        return new PlainDeliveries(perRun);
      }

      @Override
      public List<Duration> keyLives() {
        return List.of();
      }

      @Override
      public void remove() {}
    };
  }
}
