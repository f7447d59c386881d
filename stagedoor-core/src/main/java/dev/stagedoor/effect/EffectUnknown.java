package dev.stagedoor.effect;

import org.jspecify.annotations.Nullable;

/**
 * Nobody knows whether an effect happened, or the run that would send it must not: the run cannot
 * end as done. Let it through.
 */
@SuppressWarnings("serial")
public class EffectUnknown extends RuntimeException {
  public EffectUnknown(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
