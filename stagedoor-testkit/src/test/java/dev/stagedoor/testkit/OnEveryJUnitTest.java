package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The extension works on the oldest JUnit that is promised and on the one of this build. */
class OnEveryJUnitTest {
  private static final Pattern OUR_JUNIT =
      Pattern.compile(".*[/\\\\](junit-(jupiter|platform)|opentest4j)[^/\\\\]*\\.jar");

  @ParameterizedTest
  @ValueSource(strings = {"5.10.3", "6."})
  void verbsAndAuditWorkAlike(String junit) throws Exception {
    List<String> lines = run(junit);

    assertThat(lines.get(0)).contains("junit-platform-launcher-" + junit.replace("5.", "1."));
    assertThat(lines)
        .filteredOn(line -> line.contains(") "))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).isEqualTo("passes() SUCCESSFUL"),
            line -> assertThat(line).isEqualTo("failsByItself() FAILED its own reason"),
            line ->
                assertThat(line).matches("failsByTheAudit\\(\\) FAILED .* job mail .* is lost.*"),
            line -> assertThat(line).isEqualTo("passesInside(TestStagedoor) SUCCESSFUL"),
            line ->
                assertThat(line)
                    .matches("failsByTheStricterAudit\\(\\) FAILED .* job mail is left, due"),
            line ->
                assertThat(line)
                    .startsWith("isRefused(TestStagedoor) FAILED @TestDatabase on [")
                    .endsWith(
                        "put it on one static method without parameters that returns a"
                            + " DataSource"));
    assertThat(lines).last().isEqualTo("DONE");
  }

  private static List<String> run(String junit) throws IOException, InterruptedException {
    PGSimpleDataSource database = TestServers.freshDatabase();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dsample.url=" + database.getUrl());
    command.add("-Dsample.user=" + database.getUser());
    command.add("-Dsample.password=" + database.getPassword());
    command.add("-cp");
    command.add(classPath(junit));
    command.add("dev.stagedoor.testkit.sample.RunSample");
    command.add("dev.stagedoor.testkit.sample.OnAnyJUnit");
    command.add("dev.stagedoor.testkit.sample.WrongDatabase");
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    child.waitFor();
    return output.lines().toList();
  }

  private static String classPath(String junit) throws IOException {
    List<String> entries =
        List.of(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)));
    if (junit.startsWith("6")) {
      return String.join(File.pathSeparator, entries);
    }
    try (Stream<Path> jars = Files.list(Path.of("target", "junit-5"))) {
      return Stream.concat(
              entries.stream().filter(entry -> !OUR_JUNIT.matcher(entry).matches()),
              jars.map(Path::toString))
          .collect(Collectors.joining(File.pathSeparator));
    }
  }
}
