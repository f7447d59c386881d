package dev.stagedoor.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.interleave.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/verdicts: a page for each verdict, with what reports link to. */
class VerdictPagesTest {
  private static final Path ADVICE =
      Path.of("src/main/java/dev/stagedoor/testkit/report/Advice.java");
  private static final Pattern LINK =
      Pattern.compile("(?s)page\\(\\s*\"(#[a-z-]+)\"|private String (twice|lost|stuck)\\(\\)");

  private static String name(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".md";
  }

  private static Page page(String file) {
    return Page.of("docs/verdicts/" + file);
  }

  @ParameterizedTest
  @EnumSource
  void hasAPageThatAnswersTheSameQuestions(Verdict verdict) {
    Page page = page(name(verdict));

    assertThat(page.text()).startsWith("# " + verdict.name() + "\n");
    assertThat(page.anchors())
        .contains("the-smallest-example", "why", "what-closes-it", "when-to-allow-it");
  }

  @Test
  void thereIsNoPageOfNoVerdict() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../docs/verdicts"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(Verdict.values()).map(VerdictPagesTest::name).toList());
    }
  }

  /** A method of Advice is named after the verdict whose page its anchors are on. */
  @Test
  void everyAnchorOfAnAdviceIsThere() throws IOException {
    Matcher found = LINK.matcher(Files.readString(ADVICE));
    String verdict = "";
    int anchors = 0;
    while (found.find()) {
      verdict = found.group(2) == null ? verdict : found.group(2);
      if (found.group(1) != null) {
        anchors++;
        assertThat(page(verdict + ".md").anchors()).contains(found.group(1).substring(1));
      }
    }
    assertThat(anchors).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theGuideNamesEveryVerdict() {
    Set<String> linked =
        Pattern.compile("\\(verdicts/([a-z-]+\\.md)")
            .matcher(Page.of("docs/testkit.md").text())
            .results()
            .map(link -> link.group(1))
            .collect(Collectors.toSet());

    assertThat(linked)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Verdict.values()).map(VerdictPagesTest::name).toList());
  }
}
