package dev.stagedoor.handler;

/**
 * This run's job is gone, newer, or no longer live: whatever it still wants to do is not wanted.
 * Let it through; a handler that swallows it is not believed to be done.
 */
@SuppressWarnings("serial")
public class Superseded extends RuntimeException {
  public Superseded(String message) {
    super(message);
  }
}
