package dev.stagedoor.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.chaos.broken.Broken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/chaos.md tells the rules that can be broken, and where each shows. */
final class ChaosPageTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| `([a-z-]+)` \\|");

  @Test
  void theTableOfBrokenRulesIsComplete() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "chaos.md"));

    List<String> told = ROW.matcher(page).results().map(ChaosPageTest::pair).toList();

    assertThat(told)
        .isEqualTo(
            Arrays.stream(Broken.values())
                .filter(each -> each != Broken.NOTHING)
                .map(each -> each.word() + " " + each.scenario())
                .toList());
  }

  private static String pair(MatchResult row) {
    return row.group(1) + " " + row.group(2);
  }
}
