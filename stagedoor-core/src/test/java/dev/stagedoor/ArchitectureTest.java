package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.Windows;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md says what the code says. */
class ArchitectureTest {
  private static final Page PAGE = Page.of("ARCHITECTURE.md");

  @Test
  void theTableOfTransitionsIsTheCodes() {
    List<List<String>> code =
        Arrays.stream(Transition.values())
            .map(t -> List.of(t.name(), t.from(), t.to(), t.writer()))
            .toList();

    assertThat(PAGE.table("transitions")).map(row -> row.subList(0, 4)).isEqualTo(code);
  }

  @Test
  void theTableOfWindowsIsTheCodes() {
    assertThat(PAGE.table("windows")).map(row -> row.subList(0, 2)).isEqualTo(standard());
  }

  private static List<List<String>> standard() {
    Windows w = Windows.STANDARD;
    RetryPolicy retry = w.retry();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("reclaim", w.reclaim());
    values.put("heartbeat", w.heartbeat());
    values.put("staleAfter", w.staleAfter());
    values.put("sendTimeout", w.sendTimeout());
    values.put("handlerTimeout", w.handlerTimeout());
    values.put("retry.maxFailures", retry.maxFailures());
    values.put("retry.firstDelay", retry.firstDelay());
    values.put("retry.maxDelay", retry.maxDelay());
    values.put("retry.maxAge", retry.maxAge());
    values.put("sweep", w.sweep());
    values.put("drain", w.drain());
    return values.entrySet().stream()
        .map(
            e ->
                List.of(
                    e.getKey(),
                    e.getValue() instanceof Duration d ? text(d) : e.getValue().toString()))
        .toList();
  }

  private static String text(Duration d) {
    if (d.toMinutes() < 2) {
      return d.toSeconds() + " s";
    }
    return d.toMinutes() % 60 == 0 ? d.toHours() + " h" : d.toMinutes() + " min";
  }

  @Test
  void invariantsAndRulesAreNumberedWithoutGaps() {
    assertThat(PAGE.all("^- \\*\\*I(\\d+) ")).isEqualTo(numbers(9));
    List<String> rules = PAGE.all("^- \\*\\*R(\\d+) ");
    assertThat(rules).hasSizeGreaterThan(20).isEqualTo(numbers(rules.size()));
  }

  private static List<String> numbers(int last) {
    return IntStream.rangeClosed(1, last).mapToObj(Integer::toString).toList();
  }

  @Test
  void modulesAndPackagesAreThoseThatAre() {
    assertThat(PAGE.table("modules"))
        .map(row -> row.get(0).replace("`", ""))
        .containsExactlyInAnyOrderElementsOf(Page.of("pom.xml").all("<module>(.*)</module>"));
    assertThat(PAGE.table("packages"))
        .map(row -> row.get(0).replace("`", "").replace("dev.stagedoor", ""))
        .filteredOn(name -> !name.isEmpty())
        .isEqualTo(packagesOfCore());
  }

  private static List<String> packagesOfCore() {
    return LayersTest.ORDER.stream()
        .filter(name -> SourceFile.all().stream().anyMatch(s -> isIn(name, s)))
        .map(name -> name.replace("dev.stagedoor.", ""))
        .toList();
  }

  private static boolean isIn(String name, SourceFile source) {
    return source.module().equals("stagedoor-core")
        && !source.isTest()
        && String.join(".", source.packageNames()).equals(name);
  }
}
