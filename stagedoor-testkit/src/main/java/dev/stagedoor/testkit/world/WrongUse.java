package dev.stagedoor.testkit.world;

/**
 * The test asks for what it has not given, or uses it where it may not: not the handler's fault.
 */
@SuppressWarnings("serial")
public final class WrongUse extends IllegalStateException {
  public WrongUse(String message) {
    super(message);
  }
}
