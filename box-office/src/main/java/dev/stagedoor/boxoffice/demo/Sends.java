package dev.stagedoor.boxoffice.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The sends of each mail, as their senders saw them: which of them were under way at the same time.
 * A sender that gave up and tries again is no overlap, though the provider may still be at its
 * first request. Times are the machine's monotonic clock, the same in all processes. Not
 * thread-safe.
 */
final class Sends {
  private final Map<String, List<Send>> byMail = new HashMap<>();

  private static final class Send {
    final Object sender;
    final long begun;
    long ended = Long.MAX_VALUE;

    Send(Object sender, long begun) {
      this.sender = sender;
      this.begun = begun;
    }

    boolean overlaps(Send other) {
      return begun < other.ended && other.begun < ended;
    }
  }

  /** A sender begins. */
  void began(String mail, Object sender, long at) {
    byMail.computeIfAbsent(mail, m -> new ArrayList<>()).add(new Send(sender, at));
  }

  /** The same sender is done, or has given up. */
  void ended(String mail, Object sender, long at) {
    for (Send send : byMail.getOrDefault(mail, List.of())) {
      if (send.sender.equals(sender) && send.ended == Long.MAX_VALUE) {
        send.ended = at;
      }
    }
  }

  /** Whoever still sends something and satisfies this was killed then. */
  void killed(Predicate<Object> senders, long at) {
    byMail.values().stream()
        .flatMap(List::stream)
        .filter(send -> send.ended == Long.MAX_VALUE && senders.test(send.sender))
        .forEach(send -> send.ended = at);
  }

  /** Sends of this mail that began while another was under way. */
  int overlaps(String mail) {
    List<Send> sends = byMail.getOrDefault(mail, List.of());
    int overlaps = 0;
    for (int i = 1; i < sends.size(); i++) {
      Send later = sends.get(i);
      if (sends.subList(0, i).stream().anyMatch(later::overlaps)) {
        overlaps++;
      }
    }
    return overlaps;
  }
}
