package dev.stagedoor.boxoffice.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which effects are missing and which happened more than once.
 *
 * @param lost pairs of an order and an effect that did not happen
 * @param doubled what happened beyond once, summed up
 * @param problems a line for each, naming the orders
 */
record Verdict(long lost, long doubled, List<String> problems) {
  Verdict {
    problems = List.copyOf(problems);
  }

  boolean right() {
    return problems.isEmpty();
  }

  /** The same with more problems, which are not effects. */
  Verdict with(List<String> more) {
    List<String> all = new ArrayList<>(problems);
    all.addAll(more);
    return new Verdict(lost, doubled, all);
  }

  static Verdict of(List<OrderEffects> orders, List<EventEffects> events) {
    Audit audit = new Audit();
    orders.forEach(audit::order);
    events.forEach(event -> audit.event(event, orders));
    return new Verdict(audit.lost, audit.doubled, audit.problems);
  }

  private static final class Audit {
    private final List<String> problems = new ArrayList<>();
    private long lost;
    private long doubled;

    void order(OrderEffects order) {
      String name = "order " + order.id();
      once(name, order.captures(), "its payment was not captured", " payments captured");
      once(name, order.rendered() ? 1 : 0, "its tickets were not rendered", "");
      once(name, order.pdfObjects(), "its PDF is not in the store", " PDF objects");
      once(name, order.emails(), "no email was accepted", " emails accepted");
      if (order.emailJobs() > 1) {
        beyond(name, order.emailJobs() - 1, order.emailJobs() + " email jobs queued");
      }
      if (order.overlaps() > 0) {
        beyond(
            name, order.overlaps(), "sends that overlapped at the provider: " + order.overlaps());
      }
    }

    private void once(String name, int count, String none, String many) {
      if (count == 0) {
        lost++;
        problems.add(name + ": " + none);
      } else if (count > 1) {
        beyond(name, count - 1, count + many);
      }
    }

    private void beyond(String name, long more, String what) {
      doubled += more;
      problems.add(name + ": " + what);
    }

    void event(EventEffects event, List<OrderEffects> orders) {
      String what =
          "the counter of event %d says %d of %d seats sold"
              .formatted(event.event() + 1, event.counted(), event.sold());
      if (event.counted() > event.sold()) {
        beyond(names(event, orders, true), event.counted() - event.sold(), what);
      } else if (event.counted() < event.sold()) {
        lost += Math.max(1, orders.stream().filter(o -> suspect(o, event, false)).count());
        problems.add(names(event, orders, false) + ": " + what);
      }
    }

    /** A counter cannot tell which order it lacks; who ran its job too often or never can. */
    private static String names(EventEffects event, List<OrderEffects> orders, boolean tooMany) {
      List<OrderEffects> suspects =
          orders.stream().filter(o -> suspect(o, event, tooMany)).toList();
      List<OrderEffects> named =
          suspects.isEmpty()
              ? orders.stream().filter(o -> o.event() == event.event()).toList()
              : suspects;
      return (named.size() == 1 ? "order " : "orders ")
          + named.stream().map(o -> Long.toString(o.id())).collect(Collectors.joining(", "));
    }

    private static boolean suspect(OrderEffects order, EventEffects event, boolean tooMany) {
      return order.event() == event.event() && (tooMany ? order.counts() > 1 : order.counts() == 0);
    }
  }
}
