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
   * Returns once this much idle time has passed for every pending entry, by the stream's own clock:
   * a fake one is advanced, a server's is watched.
   */
  void passIdle(Duration idle);

  /** Makes the stream lose everything at once, without telling it. */
  void loseEverything();
}
