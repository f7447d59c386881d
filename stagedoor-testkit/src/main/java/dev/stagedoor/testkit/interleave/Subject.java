package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Check;
import dev.stagedoor.testkit.world.Clients;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a job is to do to the world, and what the world is made of. Immutable.
 *
 * @param stableKeys clients that are to get the same key with every request
 * @param states what is to be true in the end
 * @param allowed verdicts that are no failures, and why
 */
public record Subject(
    List<Clients.Declared> clients,
    List<Effect> effects,
    List<Class<?>> stableKeys,
    List<State> states,
    Map<Verdict, String> allowed) {

  /** Nothing is asked yet. */
  public static final Subject EMPTY =
      new Subject(List.of(), List.of(), List.of(), List.of(), Map.of());

  public Subject {
    clients = List.copyOf(clients);
    effects = List.copyOf(effects);
    stableKeys = List.copyOf(stableKeys);
    states = List.copyOf(states);
    allowed = Map.copyOf(allowed);
  }

  /** A state to be reached. */
  public record State(String name, Check reached) {}

  /** With this client, in place of one of the same type if there is one. */
  public Subject and(Clients.Declared client) {
    List<Clients.Declared> others =
        clients.stream().filter(each -> each.type() != client.type()).toList();
    return new Subject(more(others, client), effects, stableKeys, states, allowed);
  }

  /**
   * One more effect.
   *
   * @throws IllegalArgumentException if there is one of this name
   */
  public Subject and(Effect effect) {
    if (effects.stream().anyMatch(each -> each.name().equals(effect.name()))) {
      throw new IllegalArgumentException(
          "two effects called \"" + effect.name() + "\": give each a name of its own");
    }
    return new Subject(clients, more(effects, effect), stableKeys, states, allowed);
  }

  public Subject andStableKey(Class<?> client) {
    return new Subject(clients, effects, more(stableKeys, client), states, allowed);
  }

  public Subject and(State state) {
    return new Subject(clients, effects, stableKeys, more(states, state), allowed);
  }

  public Subject allowing(Verdict verdict, String why) {
    Map<Verdict, String> more = new EnumMap<>(Verdict.class);
    more.putAll(allowed);
    more.put(verdict, why);
    return new Subject(clients, effects, stableKeys, states, more);
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
