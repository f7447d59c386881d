package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The test that a failed exploration writes: it compiles, and fails as long as the bug is there.
 */
class ReplaySourceTest {
  @TempDir private Path folder;

  /** A user's test; the handler can be mended. */
  static class PointsTest {
    static boolean mended;

    @Test
    void pointsAreAddedOnce() {
      String insert = "INSERT INTO points VALUES (" + (mended ? "7" : "DEFAULT") + ")";
      SecondRun.of(
              w ->
                  () -> {
                    try (var connection = w.dataSource().getConnection();
                        var sql = connection.createStatement()) {
                      sql.execute(insert + " ON CONFLICT DO NOTHING");
                    }
                  })
          .given("CREATE TABLE points (id bigserial PRIMARY KEY)")
          .exactlyOnceRows("ten points", "SELECT 1 FROM points")
          .verify();
    }
  }

  private static String failure() {
    PointsTest.mended = false;
    System.setProperty("stagedoor.print", "test");
    try {
      return String.valueOf(
          catchThrowable(() -> new PointsTest().pointsAreAddedOnce()).getMessage());
    } finally {
      System.clearProperty("stagedoor.print");
    }
  }

  @Test
  void itFailsAsLongAsTheHandlerIsWrong() throws Exception {
    String report = failure();
    Class<?> test = compiled(report.substring(report.indexOf("package ")));

    TestExecutionSummary wrong = run(test);
    PointsTest.mended = true;
    TestExecutionSummary mended = run(test);

    assertThat(test.getDeclaredMethod("twice_of_ten_points")).isNotNull();
    assertThat(wrong.getTestsFailedCount()).isEqualTo(1);
    assertThat(wrong.getFailures().get(0).getException())
        .hasMessageStartingWith("TWICE: effect \"ten points\" happened 2 times")
        .hasMessageContaining("(a replay)");
    assertThat(mended.getTestsSucceededCount()).isEqualTo(1);
  }

  /** Into this package and its class loader, as if it stood beside the user's test. */
  private Class<?> compiled(String source) throws Exception {
    Path file =
        Files.writeString(folder.resolve("ReplaySourceTestPointsTestReplayTest.java"), source);
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                file.toString());
    assertThat(exit).isZero();
    Path made = folder.resolve("dev/stagedoor/testkit/ReplaySourceTestPointsTestReplayTest.class");
    return MethodHandles.lookup().defineClass(Files.readAllBytes(made));
  }

  private static TestExecutionSummary run(Class<?> test) {
    SummaryGeneratingListener ran = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(test)).build();
    LauncherFactory.create().execute(request, ran);
    return ran.getSummary();
  }

  @Test
  void itIsPrintedOnlyWhereAskedFor() {
    PointsTest.mended = false;
    Throwable thrown = catchThrowable(() -> new PointsTest().pointsAreAddedOnce());

    assertThat(thrown).hasMessageNotContaining("class ");
    assertThat(failure()).startsWith(beforeCounts(thrown)).contains("\nAs a test\n\npackage ");
  }

  private static String beforeCounts(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    return message.substring(0, message.indexOf("Found after"));
  }

  @Test
  void whatPassesHasNone() {
    Exploration right =
        SecondRun.of(w -> () -> w.boundary("nothing"))
            .exactlyOnce("nothing", w -> 0)
            .allow(dev.stagedoor.testkit.interleave.Verdict.LOST, "there is nothing to lose")
            .atMost(3)
            .explore();

    assertThat(right.test()).isEmpty();
  }

  /** Not to be called without what JUnit does around them. */
  @SuppressWarnings("unused")
  static class NotCallable {
    private void hidden() {}

    void given(TestInfo info) {}

    class Inner {
      void works() {}
    }

    abstract static class Abstract {
      void works() {}
    }

    static class Made {
      Made(String from) {}

      void works() {}
    }

    static class SetUp {
      @BeforeEach
      void first() {}
    }

    static class Later extends SetUp {
      void works() {}
    }

    static class Folder {
      @TempDir private Path folder;

      void works() {}
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hidden,it is private",
    "given,it has parameters",
    "Inner,no new Inner()",
    "Abstract,no new Abstract()",
    "Made,no new Made()",
    "Later,its class has @BeforeEach",
    "Folder,its class has @TempDir",
  })
  void whereTheTestCannotBeCalledTheLineSaysWhy(String place, String why) {
    Method test = method(place);

    String source = new ReplaySource("v1 A:1 B:1", "LOST", "mail").of(Optional.of(test));

    assertThat(source)
        .startsWith("@Replay(\"v1 A:1 B:1\")\n//")
        .contains(TestName.of(test))
        .endsWith(why + "\n");
  }

  private static Method method(String place) {
    List<Class<?>> types = List.of(NotCallable.class.getDeclaredClasses());
    Class<?> type =
        types.stream()
            .filter(t -> t.getSimpleName().equals(place))
            .findFirst()
            .orElse(NotCallable.class);
    String name = type == NotCallable.class ? place : "works";
    return Arrays.stream(type.getDeclaredMethods())
        .filter(m -> m.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutATestOnTheStackItIsTheLineAlone() {
    assertThat(new ReplaySource("v1", "DEADLOCK", "").of(Optional.empty()))
        .isEqualTo(
            "@Replay(\"v1\")\n// above the test; no class of its own: no test is on the stack\n");
  }

  @Test
  void whatOnlyALoneRunShowsIsReplayedToo() {
    SecondRun<Void> unseen =
        SecondRun.of(
                w ->
                    () -> {
                      w.boundary("before");
                      w.boundary("after");
                      w.provider(StringBuilder.class).append('x');
                    })
            .client(StringBuilder.class, StringBuilder::new)
            .exactlyOnce("letter", w -> w.provider(StringBuilder.class).length());
    SecondRun<Void> idle = SecondRun.of(w -> () -> {}).exactlyOnce("nothing", w -> 0);

    assertThat(idle.replay(idle.explore().replay()).verdict())
        .isEqualTo(dev.stagedoor.testkit.interleave.Verdict.NO_BOUNDARY);
    assertThat(unseen.explore().verdict())
        .isEqualTo(unseen.replay(unseen.explore().replay()).verdict());
  }
}
