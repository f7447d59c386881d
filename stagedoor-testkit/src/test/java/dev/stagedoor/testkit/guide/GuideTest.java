package dev.stagedoor.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.stagedoor.testkit.interleave.Limits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** docs/testkit.md: its code is compiled and run, and its reports are what the kit prints. */
class GuideTest {
  private static final Page PAGE = Page.of("docs/testkit.md");
  private static final List<Page> SOURCES =
      Stream.of(
              "Mailer",
              "ModelMailer",
              "SendReceipt",
              "SendReceiptExample",
              "MendedReceiptExample",
              "SendTicketsExample",
              "OrdersExample",
              "DeclinedExample")
          .map(Page::source)
          .toList();

  static Stream<Page.Block> blocks() {
    return Stream.concat(
        PAGE.blocks("java").stream(),
        Page.of("README.md").blocks("java").stream().filter(b -> b.name().equals("readme")));
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void theCodeIsTheCodeThatIsRun(Page.Block block) {
    String mark = "// page: " + block.name() + " begins";
    Page source =
        SOURCES.stream()
            .filter(page -> page.text().contains(mark))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no source marks \"" + block.name() + "\""));

    assertThat(block.code()).isEqualToIgnoringWhitespace(shown(source.marked(block.name())));
  }

  /** The reader's tests end in Test; those here must not be found by the build. */
  private static String shown(String source) {
    return source.replace("Example", "Test");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        MendedReceiptExample.class,
        SendTicketsExample.class,
        OrdersExample.class,
        DeclinedExample.class
      })
  void theCodePasses(Class<?> examples) {
    SummaryGeneratingListener ran = new SummaryGeneratingListener();
    LauncherDiscoveryRequest all =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(examples)).build();

    System.setProperty(Limits.INTERLEAVINGS, "60"); // how it reads is shown, and that it runs
    try {
      LauncherFactory.create().execute(all, ran);
    } finally {
      System.clearProperty(Limits.INTERLEAVINGS);
    }

    assertThat(ran.getSummary().getFailures()).isEmpty();
    assertThat(ran.getSummary().getTestsSucceededCount()).isPositive();
  }

  @Test
  void theFirstHandlerIsFoundAsThePageSays() {
    assertThatThrownBy(() -> new SendReceiptExample().aReceiptGoesOutOnce())
        .isInstanceOf(AssertionError.class)
        .satisfies(thrown -> assertIsOnThePage("found", String.valueOf(thrown.getMessage())));
  }

  @Test
  void theMendedOnePassesAsThePageSays() {
    assertIsOnThePage("passed", MendedReceiptExample.mended().explore().report());
  }

  /** But for how long it took. */
  private static void assertIsOnThePage(String block, String report) {
    String shown = shown(report).replace("dev.stagedoor.testkit.guide.", "com.example.");

    assertThat(untimed(PAGE.block(block)))
        .as("the page should say\n" + shown)
        .isEqualTo(untimed(shown));
  }

  private static String untimed(String report) {
    return report.strip().replaceAll("in [0-9]+\\.[0-9] s", "in … s");
  }
}
