package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.history.Retention;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.Transactions;
import dev.stagedoor.worker.Registered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All that a Stagedoor was built from, and what is unsafe about it. Immutable. */
record Configuration(
    Transactions transactions,
    @Nullable JobStream stream,
    List<Registered<?>> handlers,
    Map<EffectType, Lookup> lookups,
    List<Recurring<?>> schedules,
    Set<Role> roles,
    Windows windows,
    Retention retention,
    int concurrency,
    List<JobListener> listeners,
    PayloadCodec codec,
    boolean migrate,
    boolean acceptEviction) {
  private static final int MOST_IN_A_BATCH = 10_000;
  private static final int MOST_TOGETHER = 50;

  /** Every effect type that some handler declares. */
  Set<EffectType> effects() {
    Set<EffectType> all = new LinkedHashSet<>();
    handlers.forEach(handler -> all.addAll(handler.effects()));
    return all;
  }

  /** Whether this process enqueues ticks. */
  boolean ticks() {
    return !schedules.isEmpty() && roles.contains(Role.SCHEDULER);
  }

  /** Every fault, each with its mend; empty if the set is safe. */
  List<String> faults() {
    List<String> faults = new ArrayList<>(windows.faults());
    faults.addAll(retention.faults());
    if (concurrency < 1 || concurrency > 10_000) {
      faults.add("concurrency is " + concurrency + ": give 1 to 10000");
    }
    streamFaults(faults);
    handlerFaults(faults);
    scheduleFaults(faults);
    Map<String, EffectType> kinds = new HashMap<>();
    Map<String, EffectType> prefixes = new HashMap<>();
    for (EffectType type : effects()) {
      effectFaults(faults, type);
      EffectType other = kinds.putIfAbsent(type.kind(), type);
      if (other != null) {
        faults.add(
            "two effect types of kind \""
                + type
                + "\": declare one constant and use it everywhere");
      }
      EffectType alike = prefixes.putIfAbsent(type.keyPrefix(), type);
      if (alike != null && !alike.kind().equals(type.kind())) {
        faults.add(
            "effects \""
                + alike
                + "\" and \""
                + type
                + "\" have one key prefix, \""
                + type.keyPrefix()
                + "\": the provider would take one for the other, give each its own");
      }
    }
    for (EffectType type : lookups.keySet()) {
      if (!effects().contains(type)) {
        faults.add("lookup for effect \"" + type + "\", which no handler declares");
      }
    }
    return List.copyOf(faults);
  }

  private void streamFaults(List<String> faults) {
    if (stream == null) {
      faults.add("no stream: add stream(LocalStream.inThisProcess()) or stream(RedisStream.at(…))");
    } else if (stream.inProcess() && roles.contains(Role.RELAY) != roles.contains(Role.WORKER)) {
      faults.add(
          "a stream in this process with the role "
              + (roles.contains(Role.RELAY) ? Role.RELAY : Role.WORKER)
              + " alone: give both roles, RELAY and WORKER, or use RedisStream");
    }
    if (roles.isEmpty()) {
      faults.add("no role: give RELAY, WORKER, SCHEDULER or several");
    }
  }

  private void scheduleFaults(List<String> faults) {
    Set<String> names = new HashSet<>();
    for (Recurring<?> schedule : schedules) {
      faults.addAll(schedule.faults(codec));
      if (!names.add(schedule.name())) {
        faults.add("two schedules named \"" + schedule.name() + "\": keep one, or rename one");
      }
    }
  }

  private void handlerFaults(List<String> faults) {
    Set<String> names = new LinkedHashSet<>();
    for (Registered<?> handler : handlers) {
      String name = handler.type().name();
      for (String each : handler.names()) {
        if (!names.add(each)) {
          faults.add("two handlers for type \"" + each + "\": keep one");
        }
      }
      if (handler.timeout().isNegative() || handler.timeout().isZero()) {
        faults.add(
            "time-out of \"" + name + "\" is " + handler.timeout() + ": give more than zero");
      }
      togetherFaults(faults, handler);
      for (EffectType type : handler.effects()) {
        if (sendTimeout(type).compareTo(handler.timeout()) >= 0) {
          faults.add(
              "sendTimeout of \""
                  + type
                  + "\" is "
                  + sendTimeout(type)
                  + " and the time-out of \""
                  + name
                  + "\" "
                  + handler.timeout()
                  + ": the handler must outlast one send");
        }
      }
    }
  }

  private static void togetherFaults(List<String> faults, Registered<?> handler) {
    String name = handler.type().name();
    int most = handler.atMost();
    if (handler.calls() instanceof Registered.Batch && (most < 1 || most > MOST_IN_A_BATCH)) {
      faults.add("batches of \"" + name + "\" of " + most + ": give 1 to " + MOST_IN_A_BATCH);
    }
    if (handler.together() < 1 || handler.together() > MOST_TOGETHER) {
      faults.add(
          "together(" + handler.together() + ") of \"" + name + "\": give 1 to " + MOST_TOGETHER);
    } else if (handler.together() > 1 && !(handler.calls() instanceof Registered.Once)) {
      faults.add(
          "together(" + handler.together() + ") of \"" + name + "\": it is for handleOnce only");
    }
  }

  private void effectFaults(List<String> faults, EffectType type) {
    Duration send = sendTimeout(type);
    Duration stale = type.staleAfter().orElse(windows.staleAfter());
    if (send.isNegative() || send.isZero()) {
      faults.add("sendTimeout of \"" + type + "\" is " + send + ": give more than zero");
    }
    if (stale.compareTo(send.multipliedBy(2)) <= 0) {
      faults.add(
          "staleAfter of \""
              + type
              + "\" is "
              + stale
              + " and its sendTimeout "
              + send
              + ": staleAfter must be more than twice sendTimeout");
    }
    type.keysKept()
        .filter(life -> life.compareTo(stale.plus(send)) <= 0)
        .ifPresent(
            life ->
                faults.add(
                    "the provider keeps keys of \""
                        + type
                        + "\" for "
                        + life
                        + ", and staleAfter + "
                        + "sendTimeout is "
                        + stale.plus(send)
                        + ": a claim must go stale while its key is remembered"));
  }

  private Duration sendTimeout(EffectType type) {
    return type.sendTimeout().orElse(windows.sendTimeout());
  }
}
