package dev.stagedoor.chaos.scenario;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came of one scenario.
 *
 * @param jobs tasks asked for; each is one job, or two where a job enqueues another
 * @param deliveries runs that began
 * @param kills processes ended by SIGKILL
 * @param wipes times that the stream was made to lose what it held
 * @param restarts times that a server was restarted
 * @param lost effects that should have happened and have not
 * @param doubled effects that happened more than once, or should not have happened
 * @param recoveryP50Ms from a fault until what it struck goes on; null where nothing was measured
 * @param throughputBefore jobs a second before the first fault; null under a minute
 * @param throughputAfter jobs a second after the faults: the median of half a minute, from the
 *     tenth second on; null under a minute
 * @param problems a line for each thing that must not be
 * @param quiet whether all was done in time
 */
public record Result(
    int v,
    String scenario,
    long jobs,
    long deliveries,
    long kills,
    long wipes,
    long restarts,
    long lost,
    long doubled,
    @Nullable Long recoveryP50Ms,
    @Nullable Long recoveryP99Ms,
    @Nullable Double throughputBefore,
    @Nullable Double throughputAfter,
    long seed,
    double seconds,
    @JsonIgnore List<String> problems,
    @JsonIgnore boolean quiet) {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** 0 if all is right, 1 if it is not, 3 if it was not quiet in time. */
  public int exitCode() {
    if (lost > 0 || doubled > 0 || !problems.isEmpty()) {
      return 1;
    }
    return quiet ? 0 : 3;
  }

  public String json() {
    return JSON.writeValueAsString(this);
  }

  public String line() {
    return "%-30s %s  %d jobs, %d deliveries, %d kills, %d wipes, %d restarts; lost %d, doubled %d%s; %.1f s"
        .formatted(
            scenario,
            exitCode() == 0 ? "ok   " : quiet ? "WRONG" : "LATE ",
            jobs,
            deliveries,
            kills,
            wipes,
            restarts,
            lost,
            doubled,
            recoveryP99Ms == null
                ? ""
                : "; recovery p50 %d, p99 %d ms".formatted(recoveryP50Ms, recoveryP99Ms),
            seconds);
  }
}
