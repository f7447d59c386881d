package dev.stagedoor.testkit.interleave;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what happens next. */
interface Chooser {
  /**
   * One of the options; null to leave the interleaving.
   *
   * @param options the ordinary continuation first
   */
  @Nullable Option choose(List<Option> options);
}
