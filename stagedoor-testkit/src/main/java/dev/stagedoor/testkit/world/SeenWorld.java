package dev.stagedoor.testkit.world;

import dev.stagedoor.stream.JobStream;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;

/** The world of one run. What it reaches for is a boundary. */
public final class SeenWorld implements World {
  private final Stops stops;
  private final Clients clients;
  private final SeenDataSource database;
  private final InstantSource clock;

  SeenWorld(Stops stops, Clients clients, SeenDataSource database, InstantSource clock) {
    this.stops = stops;
    this.clients = clients;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public <C> C client(Class<C> type) {
    return clients.seen(type, stops);
  }

  @Override
  public <M> M provider(Class<M> model) {
    return clients.model(model);
  }

  @Override
  public DataSource dataSource() {
    return database.asDataSource();
  }

  @Override
  public void boundary(String label) {
    Footprint any = Footprint.writing("label");
    stops.reach(new Boundary(Kind.LABEL, label, "", any, false, List.of()));
    stops.happened(Outcome.DONE);
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  /** The job's stream as this run's worker sees it. */
  public JobStream stream(JobStream stream) {
    return new SeenStream(stream, stops);
  }

  /** Waits until another run has moved, if there is one: nothing would have changed before. */
  public void pause() {
    stops.reach(new Boundary(Kind.WAIT, "wait", "", Footprint.UNKNOWN, false, List.of()));
  }

  /** The handler has returned, and so has caught its death if it is dead. */
  public void returned() {
    stops.returned();
  }

  /** The acknowledgement of this run's delivery, for queues that the kit plays. */
  public void acknowledge() {
    stops.reach(new Boundary(Kind.ACK, "acknowledge", "", Footprint.NOTHING, false, List.of()));
    stops.happened(Outcome.DONE);
  }

  /** What its open transactions would give free if they were rolled back now. */
  public Footprint held() {
    return database.held();
  }

  /** The run does not end: its connections are ended under it, or what it locks stays locked. */
  public void cut(Side side) throws SQLException {
    database.cut(side);
  }

  /** The run is over: its connections are rolled back and given back. */
  public void end() throws SQLException {
    database.end();
  }
}
