package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MigrateTest {
  @Test
  void runsWhatIsMissingOnceAndSaysSo() {
    String url = FreshDatabase.make().url();

    CommandLines first = CommandLines.run("migrate", "--postgres", url);
    CommandLines second = CommandLines.run("migrate", "--postgres", url);

    assertThat(first.exit()).isZero();
    assertThat(first.out()).startsWith("the schema stagedoor is up to date now, scripts run: ");
    assertThat(second.exit()).isZero();
    assertThat(second.out()).isEqualToIgnoringNewLines("the schema stagedoor is up to date");
    assertThat(first.err() + second.err()).isEmpty();
  }
}
