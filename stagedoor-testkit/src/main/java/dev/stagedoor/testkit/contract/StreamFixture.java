package dev.stagedoor.testkit.contract;

import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;

/** What a stream's contract suite must be given. One fixture per test. */
public interface StreamFixture {
  /** The stream under test: the same one throughout a test, empty when the test begins. */
  JobStream stream();

  /**
   * That many clients of the same stream, as many processes would have; closed by the fixture. A
   * stream that lives in this process is its own only client.
   */
  List<JobStream> clients(int count);

  /**
   * After which the suite reclaims: long where {@link #passIdle} can move time, so that no pause of
   * the machine passes for it; where it has to wait, a few hundred milliseconds.
   */
  default Duration idle() {
    return Duration.ofMinutes(1);
  }

  /** Lets this much idle time pass for every pending entry, by the stream's own clock. */
  void passIdle(Duration idle);

  /** Lets some idle time pass for every consumer, and returns it. */
  Duration passConsumerIdle();

  /** Makes the stream lose everything at once, without telling it. */
  void loseEverything();
}
