package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Check;
import dev.stagedoor.testkit.world.Clients;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job is to do to the world, and what the world is made of. Immutable.
 *
 * @param stableKeys clients that are to get the same key with every request
 * @param states what is to be true in the end
 * @param allowed verdicts that are no failures
 */
public record Subject(
    List<Clients.Declared> clients,
    List<Effect> effects,
    List<Class<?>> stableKeys,
    List<State> states,
    List<Verdict> allowed) {

  /** Nothing is asked yet. */
  public static final Subject EMPTY =
      new Subject(List.of(), List.of(), List.of(), List.of(), List.of());

  public Subject {
    clients = List.copyOf(clients);
    effects = List.copyOf(effects);
    stableKeys = List.copyOf(stableKeys);
    states = List.copyOf(states);
    allowed = List.copyOf(allowed);
  }

  /** A state to be reached. */
  public record State(String name, Check reached) {}

  public Subject and(Clients.Declared client) {
    return new Subject(more(clients, client), effects, stableKeys, states, allowed);
  }

  public Subject and(Effect effect) {
    return new Subject(clients, more(effects, effect), stableKeys, states, allowed);
  }

  public Subject andStableKey(Class<?> client) {
    return new Subject(clients, effects, more(stableKeys, client), states, allowed);
  }

  public Subject and(State state) {
    return new Subject(clients, effects, stableKeys, more(states, state), allowed);
  }

  public Subject allowing(Verdict verdict) {
    return new Subject(clients, effects, stableKeys, states, more(allowed, verdict));
  }

  /** Whether anything is asked at all. */
  public boolean asksSomething() {
    return !effects.isEmpty() || !stableKeys.isEmpty() || !states.isEmpty();
  }

  private static <T> List<T> more(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return more;
  }
}
