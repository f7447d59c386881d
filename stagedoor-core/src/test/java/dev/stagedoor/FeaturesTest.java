package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.Effect;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.BatchTx;
import dev.stagedoor.handler.JobBatch;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.history.Retention;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.schedule.Schedules;
import dev.stagedoor.tx.Tx;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/features.md: what it names exists, its examples are run, and nothing is missing. */
class FeaturesTest {
  private static final Page PAGE = Page.of("docs/features.md");
  private static final List<SourceFile> SOURCES = SourceFile.all();
  private static final Map<String, String> EXAMPLES = examples();

  /** By the name of the test that runs it. */
  private static Map<String, String> examples() {
    Map<String, String> examples = new TreeMap<>();
    Pattern.compile("@Test\\s+void (\\w+)\\(\\).*?// shown\\n(.*?)\\n\\s*// end\\n", Pattern.DOTALL)
        .matcher(source("FeatureExamplesTest"))
        .results()
        .forEach(found -> examples.put(found.group(1), found.group(2)));
    return examples;
  }

  private static String source(String name) {
    return SOURCES.stream()
        .filter(s -> s.simpleName().equals(name))
        .map(SourceFile::text)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"library", "box office"})
  void everyTestThatItNamesExists(String table) {
    assertThat(PAGE.table(table))
        .allSatisfy(
            row ->
                assertThat(Pattern.compile("`(\\w+)`").matcher(row.get(1)).results())
                    .as("tests of %s", row.get(0))
                    .isNotEmpty()
                    .allSatisfy(named -> assertThat(testsOf(named.group(1))).isTrue()));
  }

  /** By its name a build runs it. */
  private static boolean testsOf(String name) {
    return name.endsWith("Test")
        && SOURCES.stream().anyMatch(s -> s.isTest() && s.simpleName().equals(name));
  }

  @Test
  void everyFeatureHasItsExampleAndTheOtherWayRound() {
    assertThat(PAGE.table("library").stream().flatMap(row -> names(row.get(2))).distinct())
        .containsExactlyInAnyOrderElementsOf(EXAMPLES.keySet());
  }

  private static Stream<String> names(String cell) {
    return Pattern.compile("\\[(\\w+)\\]").matcher(cell).results().map(found -> found.group(1));
  }

  @Test
  void everyExampleIsTheCodeThatIsRun() {
    EXAMPLES.forEach(
        (name, code) -> assertThat(PAGE.code(name)).as(name).isEqualToIgnoringWhitespace(code));
  }

  /** A method that nobody shows is a feature that nobody finds. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        Stagedoor.class,
        Stagedoor.Builder.class,
        Handling.class,
        Outbox.class,
        NewJob.class,
        JobRun.class,
        JobBatch.class,
        Tx.class,
        BatchTx.class,
        Effect.class,
        Effect.WithRequest.class,
        EffectType.class,
        Effects.class,
        Queues.class,
        Schedules.class,
        Recurring.class,
        Retention.class
      })
  void everyMethodIsShownSomewhere(Class<?> type) {
    String shown = source("FeatureExamplesTest");
    assertThat(
            Arrays.stream(type.getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isSynthetic())
                .filter(m -> !isRead(type, m))
                .map(Method::getName)
                .distinct())
        .allSatisfy(name -> assertThat(shown).contains(name + "("));
  }

  /** What a value says of itself, to whoever builds on the library. */
  private static boolean isRead(Class<?> type, Method method) {
    boolean value =
        List.of(NewJob.class, EffectType.class, Handling.class, Recurring.class).contains(type);
    return value && method.getParameterCount() == 0
        || List.of("toString", "register", "faults", "connection", "close")
            .contains(method.getName());
  }
}
