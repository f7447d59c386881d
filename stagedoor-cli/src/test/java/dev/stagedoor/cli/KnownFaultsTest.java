package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.RedisClient;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class KnownFaultsTest {
  private final KnownFaults faults = KnownFaults.and();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "28P01|refuses this user: check the user and the password",
        "28000|refuses this user: check the user and the password",
        "3D000|has no such database: create it",
        "08001|cannot be reached (words): start it",
        "08006|cannot be reached (words): start it",
        "42501|may not do this (words): grant it",
        "53300|has no connection left",
        "57P03|is starting or stopping: try again",
      })
  void postgresIsToldBySqlState(String state, String line) {
    assertThat(faults.of(new RuntimeException(new SQLException("words", state))))
        .hasValueSatisfying(told -> assertThat(told).contains(line));
  }

  @Test
  void aFaultOfTheProgramIsNotKnown() {
    assertThat(faults.of(new SQLException("syntax error", "42601"))).isEmpty();
    assertThat(faults.of(new IllegalStateException("a bug"))).isEmpty();
  }

  @Test
  void whatIsToldInOneLineAlreadyStays() {
    assertThat(faults.of(new ConfigurationFault(List.of("a is 1: give 2", "b is 3: give 4"))))
        .hasValue("a is 1: give 2; b is 3: give 4");
  }

  @Test
  void severalLinesBecomeOneAndSteeringCodesNone() {
    assertThat(faults.of(new BadUse("one\n  two \u001b[31mred"))).hasValue("one two ?[31mred");
  }

  @Test
  void theCallersOwnAreAskedFirst() {
    KnownFaults mine = KnownFaults.and(t -> Optional.of("mine"));

    assertThat(mine.of(new BadUse("not mine"))).hasValue("mine");
  }

  @Test
  void redisThatIsAwayIsTold() {
    Throwable away = failureOf("redis://127.0.0.1:1");

    assertThat(faults.of(new StreamUnavailable("no answer", away)))
        .hasValue("no answer: start it, or give another --redis");
    assertThat(faults.of(away))
        .hasValueSatisfying(told -> assertThat(told).contains("give another --redis"));
  }

  @Test
  void redisThatRefusesThePasswordIsTold() {
    RedisOptions locked = RedisOptions.inMemory().password("right");
    try (RedisServer redis = RedisServer.start(locked)) {
      String server = "127.0.0.1:" + redis.port();

      assertThat(faults.of(failureOf("redis://:wrong@" + server)))
          .hasValue("Redis refuses the user or the password: correct them in --redis");
      assertThat(faults.of(failureOf("redis://" + server)))
          .hasValueSatisfying(told -> assertThat(told).startsWith("Redis needs a password: "));
    }
  }

  static List<Throwable> bugs() {
    return List.of(new IllegalStateException("a bug"), new AssertionError("a bug"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aFaultOfTheProgramEndsAs70WithItsStackTrace(Throwable bug) {
    CommandLine line = Commands.of(new StagedoorCommand());
    line.addSubcommand(new Buggy(bug)); // after the faults were set: they hold for it, too

    CommandLines failed = CommandLines.run(line, "buggy");

    assertThat(failed.exit()).isEqualTo(ExitCode.FAULT);
    assertThat(failed.err()).contains("a bug", "KnownFaultsTest");
  }

  @Test
  void aBadUseOfACommandAddedLaterIsOneLine() {
    CommandLine line = Commands.of(new StagedoorCommand());
    line.addSubcommand(new Buggy(new BadUse("no: give yes")));

    assertThat(CommandLines.run(line, "buggy"))
        .isEqualTo(new CommandLines(2, "", "stagedoor: no: give yes\n"));
    assertThat(CommandLines.run(line, "buggy", "--nothing").err()).hasLineCount(1);
  }

  @Command(name = "buggy")
  private record Buggy(Throwable bug) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      if (bug instanceof Error error) {
        throw error;
      }
      throw (Exception) bug;
    }
  }

  private static Throwable failureOf(String url) {
    RedisClient client = RedisClient.create(url);
    try (var connection = client.connect()) {
      throw new AssertionError("connected to " + connection);
    } catch (RuntimeException e) {
      return e;
    } finally {
      client.shutdown();
    }
  }
}
