package dev.stagedoor.testkit.world;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.testkit.contract.ClockContract;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The time of this process as a database's clock moves it. */
class DatabaseClockContractTest implements ClockContract {
  private static final DataSource DATABASE = TestServers.freshDatabase();
  private final DatabaseClock clock;

  DatabaseClockContractTest() throws SQLException {
    clock = DatabaseClock.in(DATABASE);
  }

  @Override
  public Ticker ticker() {
    return clock.ticker();
  }

  @Override
  public InstantSource instants() {
    return clock.instants();
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }
}
