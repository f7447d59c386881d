package dev.stagedoor.cli;

import org.jspecify.annotations.Nullable;

/** Something the caller can mend: the message is the one line that says what, and how. */
@SuppressWarnings("serial")
public class BadUse extends RuntimeException {
  public BadUse(String whatAndMend) {
    this(whatAndMend, null);
  }

  public BadUse(String whatAndMend, @Nullable Throwable cause) {
    super(whatAndMend, cause);
  }
}
