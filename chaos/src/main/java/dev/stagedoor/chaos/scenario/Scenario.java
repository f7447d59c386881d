package dev.stagedoor.chaos.scenario;

import java.util.Optional;

/**
 * A kind of fault that comes again and again while jobs are asked for.
 *
 * @param name its word on the command line
 * @param what one line for people
 * @param missing what this machine lacks for it, and the mend; empty where it lacks nothing
 */
public record Scenario(
    String name, String what, Needs needs, Strikes strikes, Optional<String> missing) {
  /** What is done, until {@link Field#goesOn} is false; everything is healed afterwards. */
  @FunctionalInterface
  public interface Strikes {
    void on(Field field) throws Exception;
  }

  static Scenario of(String name, String what, Needs needs, Strikes strikes) {
    return new Scenario(name, what, needs, strikes, Optional.empty());
  }

  Scenario lacking(Optional<String> something) {
    return new Scenario(name, what, needs, strikes, something);
  }
}
