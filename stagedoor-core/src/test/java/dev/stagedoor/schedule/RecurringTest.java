package dev.stagedoor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be a schedule is named in one line, with the mend. */
public class RecurringTest {
  private static final JobType<NoPayload> REPORT = JobType.of("report");

  private static List<String> faults(Recurring<?> schedule) {
    return schedule.faults(JacksonCodec.STANDARD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 3 * * *",
        "  0   3 * * * ",
        "*/15 8-18 * * MON-FRI",
        "0 0 1,15 jan *",
        "0 0 29 2 *",
        "0 0 * * 7"
      })
  void goodLines(String line) {
    assertThat(faults(Recurring.cron("r", line, "Europe/Warsaw", REPORT))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "61 * * * *; Value 61 not in range [0, 59]",
        "0 3 * *; contains 4 parts",
        "0 0 3 * * *; contains 6 parts",
        "@daily; Nicknames",
        "tomorrow; contains 1 parts",
        "0 0 L * *; Invalid chars",
        "'';  Empty expression",
        "*/0 * * * *; Period 0 not in range",
        "0 0 30 2 *; never comes: give a day that its months have"
      })
  void badLines(String line, String why) {
    assertThat(faults(Recurring.cron("r", line, "Europe/Warsaw", REPORT)))
        .singleElement()
        .asString()
        .startsWith("schedule \"r\": cron \"" + line + "\" ")
        .contains(why)
        .containsAnyOf("as in \"0 3 * * *\"", "give a day")
        .doesNotContain("\n");
  }

  @Test
  void allThatIsWrongIsNamed() {
    assertThat(
            faults(
                Recurring.cron(
                    "Report", "0 25 * * *", "Europe/Warsav", JobType.of("t", String.class), "\0")))
        .satisfiesExactly(
            name -> assertThat(name).contains("schedule \"Report\": use lower-case letters"),
            zone ->
                assertThat(zone)
                    .isEqualTo(
                        "schedule \"Report\": zone \"Europe/Warsav\" is unknown: give one such as"
                            + " \"Europe/Warsaw\" or \"UTC\""),
            cron -> assertThat(cron).contains("Value 25 not in range [0, 23]"),
            payload -> assertThat(payload).contains("NUL"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.999S", "PT0S", "PT-1S", "PT1.0000001S", "P367D", "P9999999999D"})
  void badIntervals(Duration every) {
    assertThat(faults(Recurring.every("r", every, REPORT)))
        .containsExactly(
            "schedule \"r\": every " + every + ": give whole milliseconds, from 1 s to 366 days");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT1.5S", "P366D"})
  void goodIntervals(Duration every) {
    assertThat(faults(Recurring.every("r", every, REPORT))).isEmpty();
  }

  @Test
  void withoutCronUtilsACronLineIsRefusedAndAnIntervalIsNot() throws Exception {
    try (URLClassLoader without = withoutCronUtils()) {
      Object faults =
          without.loadClass(RecurringTest.class.getName()).getMethod("ofBothKinds").invoke(null);
      assertThat(faults)
          .isEqualTo(
              List.of(
                  "schedule \"c\": cron \"0 3 * * *\" cannot be read without cron-utils: add"
                      + " com.cronutils:cron-utils:9.2.1 to your dependencies, or use"
                      + " Recurring.every"));
    }
    assertThat(ofBothKinds()).isEmpty();
  }

  /** Called in a world without the jar. */
  public static List<String> ofBothKinds() {
    JobType<NoPayload> type = JobType.of("report");
    return List.of(
            Recurring.cron("c", "0 3 * * *", "UTC", type),
            Recurring.every("e", Duration.ofHours(1), type))
        .stream()
        .flatMap(each -> each.faults(JacksonCodec.STANDARD).stream())
        .toList();
  }

  private static URLClassLoader withoutCronUtils() {
    URL[] jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !new File(entry).getName().startsWith("cron-utils"))
            .map(RecurringTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
