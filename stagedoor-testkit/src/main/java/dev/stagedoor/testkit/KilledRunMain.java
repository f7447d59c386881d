package dev.stagedoor.testkit;

import dev.stagedoor.testkit.kill.Doomed;
import dev.stagedoor.testkit.kill.Link;
import java.util.function.Supplier;
import org.postgresql.ds.PGSimpleDataSource;

/** The process that is killed. Started by {@link KilledRun}, and by nobody else. */
final class KilledRunMain {
  static final String URL = "STAGEDOOR_KIT_URL";
  static final String USER = "STAGEDOOR_KIT_USER";
  static final String PASSWORD = "STAGEDOOR_KIT_PASSWORD";

  private KilledRunMain() {}

  /**
   * @param args the class of the job, and what the job can be found by
   */
  @SuppressWarnings("unchecked")
  public static void main(String[] args) throws Exception {
    Link parent = Link.toParent();
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL(System.getenv(URL));
    database.setUser(System.getenv(USER));
    database.setPassword(System.getenv(PASSWORD));
    SecondRun<?> secondRun =
        KilledRun.made((Class<? extends Supplier<? extends SecondRun<?>>>) Class.forName(args[0]));
    secondRun.asChild(database, args.length > 1 ? args[1] : "", () -> doomed(parent));
    parent.say("ENDED");
  }

  private static Doomed doomed(Link parent) {
    parent.say("READY");
    return new Doomed(parent, Integer.parseInt(parent.hear().split(" ", 2)[1]));
  }
}
