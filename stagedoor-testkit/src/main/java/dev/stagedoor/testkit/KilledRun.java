package dev.stagedoor.testkit;

import dev.stagedoor.testkit.interleave.Death.Passed;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Explorer;
import dev.stagedoor.testkit.interleave.Finding;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.kill.Child;
import dev.stagedoor.testkit.kill.ClassArchive;
import dev.stagedoor.testkit.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills the first run of a job at each of its boundaries with a real SIGKILL, in a process of its
 * own, and delivers the job again: what {@link SecondRun} plays with an error that is thrown, with
 * nothing played. Slower, and only for one run at a time; use it beside, not instead.
 *
 * <p>The job is given by a class, since another process must make it, too; it has a constructor
 * without parameters. The models of its clients stay in this process: arguments and answers must be
 * of types that Jackson can write and read. An embedded PostgreSQL only.
 */
public final class KilledRun {
  private static final int STANDING_BY = 2;

  /** From so many kills on, an archive of classes saves more time than it costs. */
  private static final int WORTH_AN_ARCHIVE = 12;

  private static final Logger LOG = LoggerFactory.getLogger(KilledRun.class);
  private final Class<? extends Supplier<? extends SecondRun<?>>> definition;

  private KilledRun(Class<? extends Supplier<? extends SecondRun<?>>> definition) {
    this.definition = definition;
  }

  /** The job that this class gives. */
  public static KilledRun of(Class<? extends Supplier<? extends SecondRun<?>>> definition) {
    return new KilledRun(definition);
  }

  /**
   * What came of it.
   *
   * @param kills how many processes were killed
   * @param report of the first boundary at which it failed
   */
  public record Killed(Verdict verdict, int kills, String report, Duration elapsed) {}

  /**
   * Kills at each boundary, so many times, unless it fails.
   *
   * @throws IllegalStateException if one run that is alone fails without being killed
   */
  public Killed kill(int rounds) {
    if (rounds < 1) {
      throw new IllegalArgumentException("kill(" + rounds + "): give 1 or more rounds");
    }
    try {
      return made().killed(new Killing(rounds));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot kill: " + e, e);
    }
  }

  /**
   * Kills once at each boundary.
   *
   * @throws AssertionError if an effect happened twice or not at all
   */
  public void verify() {
    Killed killed = kill(1);
    if (killed.verdict() != Verdict.ONCE) {
      throw new AssertionError(killed.report());
    }
    LOG.info("{} {}", TestName.ofCaller(), killed.report());
  }

  private SecondRun<?> made() throws ReflectiveOperationException {
    return made(definition);
  }

  static SecondRun<?> made(Class<? extends Supplier<? extends SecondRun<?>>> definition)
      throws ReflectiveOperationException {
    try {
      var constructor = definition.getDeclaredConstructor();
      constructor.setAccessible(true);
      SecondRun<?> made = constructor.newInstance().get();
      return Objects.requireNonNull(made, () -> definition.getName() + " gives null");
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          definition.getName()
              + " has no constructor without parameters, by which another process could make it:"
              + " let it be a class of its own, or static",
          e);
    }
  }

  /** All kills of one job. */
  final class Killing {
    private final int rounds;
    private final Deque<Child> ready = new ArrayDeque<>();
    private List<String> classes = List.of("-cp", System.getProperty("java.class.path", ""));
    private int kills;

    Killing(int rounds) {
      this.rounds = rounds;
    }

    Killed go(Explorer explorer, PGSimpleDataSource database, String reference) throws Exception {
      long began = System.nanoTime();
      int boundaries = explorer.boundaries();
      int all = rounds * boundaries;
      if (all < WORTH_AN_ARCHIVE) {
        return killAll(explorer, database, reference, boundaries, began);
      }
      try (ClassArchive archive = ClassArchive.of(System.getProperty("java.class.path", ""))) {
        write(archive, explorer, database, reference);
        return killAll(explorer, database, reference, boundaries, began);
      }
    }

    /** A child that is not killed writes the archive; what became of its run is not judged. */
    private void write(
        ClassArchive archive, Explorer explorer, PGSimpleDataSource database, String reference)
        throws Exception {
      classes = archive.writing();
      explorer.afterKilling(
          clients -> {
            try (Child child = Child.start(command(reference), environment(database))) {
              List<Passed> passed = child.runTo(Integer.MAX_VALUE, clients::behind);
              child.awaitEnd();
              return passed;
            }
          });
      classes = archive.reading();
    }

    private Killed killAll(
        Explorer explorer,
        PGSimpleDataSource database,
        String reference,
        int boundaries,
        long began)
        throws Exception {
      try {
        for (int i = 0; i < rounds * boundaries; i++) {
          Explored explored = killAt(explorer, database, reference, i % boundaries + 1);
          Finding finding = explored.finding();
          if (finding != null) {
            return killed(finding.verdict(), Report.of(explored, TestName.ofCaller()), began);
          }
        }
        return killed(Verdict.ONCE, "ONCE after each of " + kills + " kills", began);
      } finally {
        ready.forEach(Child::close);
      }
    }

    private Killed killed(Verdict verdict, String report, long began) {
      return new Killed(verdict, kills, report, Duration.ofNanos(System.nanoTime() - began));
    }

    private Explored killAt(
        Explorer explorer, PGSimpleDataSource database, String reference, int boundary)
        throws Exception {
      return explorer.afterKilling(
          clients -> {
            while (ready.size() < STANDING_BY) { // a JVM takes longer to start than to die
              ready.add(Child.start(command(reference), environment(database)));
            }
            try (Child child = ready.remove()) {
              List<Passed> passed = child.runTo(boundary, clients::behind);
              kills++;
              if (passed.size() < boundary) {
                throw new IllegalStateException("it ended before boundary " + boundary);
              }
              return passed;
            }
          });
    }

    /** Not on the command line, which everybody on the machine can read. */
    private static Map<String, String> environment(PGSimpleDataSource database) {
      return Map.of(
          KilledRunMain.URL, database.getURL(),
          KilledRunMain.USER, String.valueOf(database.getUser()),
          KilledRunMain.PASSWORD, String.valueOf(database.getPassword()));
    }

    private List<String> command(String reference) {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
      command.add("-Xlog:disable"); // its warnings would be lines of ours: they go to stdout
      command.add("-Dslf4j.internal.verbosity=ERROR");
      command.add("-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider"); // as its logs
      command.addAll(classes);
      command.addAll(List.of(KilledRunMain.class.getName(), definition.getName(), reference));
      return command;
    }
  }
}
