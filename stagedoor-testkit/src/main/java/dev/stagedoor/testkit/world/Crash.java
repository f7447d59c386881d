package dev.stagedoor.testkit.world;

/**
 * Stands for the death of a run's process. Thrown at the boundary where it dies, and at every later
 * one, whatever the handler caught.
 */
@SuppressWarnings("serial")
public final class Crash extends Error {
  public Crash(String where) {
    super("this process is dead since " + where);
  }
}
