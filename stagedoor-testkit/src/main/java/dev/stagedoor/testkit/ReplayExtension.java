package dev.stagedoor.testkit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tells every {@link SecondRun} on the test's thread what to play. */
final class ReplayExtension implements BeforeEachCallback, AfterEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    Replay replay = context.getRequiredTestMethod().getAnnotation(Replay.class);
    if (replay != null) {
      Replays.begin(replay.value());
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Replays.end();
  }
}
