package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code replay} asks of a build, which is a script here, and what it makes of the answer. */
class ReplayTest {
  private static final String TEST = "org.example.MailTest#isSentOnce";
  private static final String INTERLEAVING = "v1 A:1 A:2!crash B:1";

  @TempDir private Path project;
  @TempDir private Path output;

  /** Says what it was asked, and what it knows; then writes results, or not. */
  private void build(String file, String wrapper, String results, int exit) throws IOException {
    Files.createFile(project.resolve(file));
    Path script = project.resolve(wrapper);
    Files.writeString(
        script,
        """
        #!/bin/sh
        echo "$@ | $STAGEDOOR_REPLAY | $(pwd -P)"
        mkdir -p "$(dirname "%1$s")" && echo "$$" >> "%1$s"
        exit %2$d
        """
            .formatted(results, exit));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private CommandLines replay(String... more) throws IOException, InterruptedException {
    List<String> args = new ArrayList<>(List.of("replay", TEST, INTERLEAVING));
    args.addAll(List.of("--project", project.toString()));
    args.addAll(List.of(more));
    return new OwnProcess(output).run(Map.of(), args.toArray(String[]::new));
  }

  private String told(String asked) throws IOException {
    return asked + " | " + INTERLEAVING + " | " + project.toRealPath() + "\n";
  }

  @Test
  void mavenRunsTheOneTest() throws Exception {
    build("pom.xml", "mvnw", "target/surefire-reports/TEST-org.example.MailTest.xml", 0);

    assertThat(replay())
        .isEqualTo(
            new CommandLines(
                ExitCode.OK,
                told("-q -B -Dtest=" + TEST + " -Dsurefire.failIfNoSpecifiedTests=false test"),
                ""));
  }

  @Test
  void ofAModule() throws Exception {
    build("pom.xml", "mvnw", "mail/target/surefire-reports/TEST-org.example.MailTest.xml", 0);

    CommandLines told = replay("--module", "mail");

    assertThat(told.exit()).isZero();
    assertThat(told.out()).contains("=false -pl mail -am test |");
  }

  @ParameterizedTest
  @CsvSource({
    "build.gradle,,cleanTest test",
    "build.gradle.kts,mail,:mail:cleanTest :mail:test",
    "build.gradle,:a:mail,:a:mail:cleanTest :a:mail:test"
  })
  void gradleRunsTheOneTest(String file, String module, String tasks) throws Exception {
    build(file, "gradlew", "build/test-results/test/TEST-org.example.MailTest.xml", 0);

    CommandLines told = module == null ? replay() : replay("--module", module);

    assertThat(told)
        .isEqualTo(
            new CommandLines(
                ExitCode.OK,
                told("--no-build-cache " + tasks + " --tests org.example.MailTest.isSentOnce"),
                ""));
  }

  @Test
  void aTestThatFailsIsAProblem() throws Exception {
    build("pom.xml", "mvnw", "target/surefire-reports/TEST-org.example.MailTest.xml", 1);

    CommandLines first = replay();
    CommandLines again = replay();

    assertThat(List.of(first.exit(), again.exit())).containsOnly(ExitCode.PROBLEM);
    assertThat(first.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|the build has run no test " + TEST + ": correct TEST or --module",
        "3|the build ended with 3 before the test was run: what it says is above"
      })
  void aTestThatWasNotRunHasNotPassed(int exit, String line) throws Exception {
    build("pom.xml", "mvnw", "target/surefire-reports/TEST-org.example.OtherTest.xml", exit);

    CommandLines told = replay();

    assertThat(told.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(told.err()).isEqualTo("stagedoor: " + line + "\n");
  }

  @Test
  void aBuildToolThatCannotBeRunIsNamed() throws Exception {
    build("pom.xml", "mvnw", "x", 0);
    assertThat(project.resolve("mvnw").toFile().setExecutable(false)).isTrue();

    CommandLines told = replay();

    assertThat(told.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(told.err()).hasLineCount(1).startsWith("stagedoor: cannot run ").contains("/mvnw (");
  }

  @Test
  void aDirectoryThatNothingBuildsIsNamed() throws Exception {
    CommandLines told = replay();

    assertThat(told.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(told.err())
        .isEqualTo(
            "stagedoor: no pom.xml and no build.gradle in "
                + project
                + ": give the project's with --project DIR\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MailTest|v1 A:1|TEST \"MailTest\" is no Class#method: copy it from the report",
        "a..b#c|v1 A:1|TEST \"a..b#c\" is no Class#method: copy it from the report",
        "MailTest#once|A:1|INTERLEAVING \"A:1\" does not begin with v1: copy it from the report, in"
            + " quotes",
        "MailTest#once|v12 A:1|INTERLEAVING \"v12 A:1\" does not begin with v1: copy it from the"
            + " report, in quotes",
      })
  void whatIsNoTestOrNoInterleavingIsNamed(String test, String interleaving, String line) {
    assertThat(CommandLines.run("replay", test, interleaving))
        .isEqualTo(
            new CommandLines(2, "", "stagedoor: " + line + ": see `stagedoor replay --help`\n"));
  }

  @Test
  void withoutQuotesTheSecondWordIsTooMuch() {
    assertThat(CommandLines.run("replay", TEST, "v1", "A:1").err())
        .startsWith("stagedoor: \"A:1\" is not asked for");
    assertThat(CommandLines.run("replay", TEST).err()).startsWith("stagedoor: INTERLEAVING");
  }

  @Test
  void thePageOfCommandsHasEachOfThem() throws IOException {
    String page = Files.readString(Path.of("../docs/commands.md"));

    assertThat(Commands.of(new StagedoorCommand()).getSubcommands().keySet())
        .filteredOn(name -> !name.equals("help"))
        .allSatisfy(name -> assertThat(page).contains("| `" + name));
  }
}
