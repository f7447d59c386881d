package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Counts the effects where they are, and writes the ledger. */
final class Audit {
  private final DemoOptions options;
  private final Plan plan;
  private final Board board;
  private final Books books;
  private final Providers providers;
  private final Shop shop;

  /** Who knows what really happened. */
  record Providers(SandboxAdmin mail, PayrailAdmin payrail) {}

  Audit(DemoOptions options, Plan plan, Board board, Books books, Providers providers, Shop shop) {
    this.options = options;
    this.plan = plan;
    this.board = board;
    this.books = books;
    this.providers = providers;
    this.shop = shop;
  }

  Ledger ledger(
      boolean quiet,
      List<String> uncovered,
      List<String> casualties,
      double seconds,
      long workerRssMiB)
      throws IOException, InterruptedException, SQLException {
    JsonNode mails = providers.mail().counts().path("mails");
    JsonNode captures = providers.payrail().captures();
    List<OrderEffects> orders = orders(mails, captures);
    List<EventEffects> events = events();
    Map<FaultKind, Long> secondRuns = board.secondRuns();
    List<String> missing = new ArrayList<>(uncovered);
    missing.addAll(Ledger.shortfalls(options.asked(), secondRuns));
    return new Ledger(
        plan.seed(),
        options.without(),
        quiet,
        totals(orders, events, mails, captures),
        options.asked(),
        secondRuns,
        absorbed(mails, captures),
        Verdict.of(orders, events).with(problems(quiet, casualties)),
        missing,
        seconds,
        workerRssMiB);
  }

  private List<OrderEffects> orders(JsonNode mails, JsonNode captures) throws SQLException {
    Map<String, Integer> counts = countsByRequest();
    List<Long> events = shop.events();
    List<OrderEffects> orders = new ArrayList<>();
    for (Books.OrderRow row : books.orders()) {
      JsonNode sent = mails.path(row.publicId());
      orders.add(
          new OrderEffects(
              row.id(),
              events.indexOf(row.event()),
              captures.path(row.publicId()).path("accepted").intValue(0),
              row.rendered(),
              books.stored(row.publicId()) ? 1 : 0,
              row.emailJobs(),
              sent.path("accepted").intValue(0),
              overlaps(row.publicId(), sent),
              counts.getOrDefault(row.request(), 0)));
    }
    return orders;
  }

  /**
   * Sends that overlapped both as their senders and as the provider saw it: one that was given up
   * is not under way any more, and one that met a finished request did not overlap it.
   */
  private int overlaps(String mail, JsonNode sent) {
    return Math.min(board.overlaps(mail), sent.path("overlaps").intValue(0));
  }

  /** Runs of counter jobs that returned well, by the request that the job comes from. */
  private Map<String, Integer> countsByRequest() throws SQLException {
    Map<String, Integer> byJob = board.counts();
    Map<String, Integer> byRequest = new HashMap<>();
    for (Books.JobRow job : books.jobs()) {
      byRequest.merge(job.request(), byJob.getOrDefault(job.id(), 0), Integer::sum);
    }
    return byRequest;
  }

  private List<EventEffects> events() throws SQLException {
    List<Long> ids = shop.events();
    return books.events(ids).stream()
        .map(row -> new EventEffects(ids.indexOf(row.id()), row.sold(), row.counted()))
        .toList();
  }

  private Ledger.Totals totals(
      List<OrderEffects> orders, List<EventEffects> events, JsonNode mails, JsonNode captures)
      throws IOException {
    return new Ledger.Totals(
        shop.ordered(),
        shop.repeatedRequests(),
        orders.stream().filter(OrderEffects::rendered).count(),
        board.renders(),
        books.pdfObjects(),
        orders.stream().mapToLong(OrderEffects::emailJobs).sum(),
        of(mails, "accepted"),
        of(mails, "requests"),
        events.stream().mapToLong(EventEffects::sold).sum(),
        events.stream().mapToLong(EventEffects::counted).sum(),
        board.deliveries(),
        new Ledger.Payments(
            of(captures, "accepted"), of(captures, "requests"), of(captures, "replays")));
  }

  /** Of this demo's effects: what was sent to warm the provider up is none. */
  private static long of(JsonNode counts, String what) {
    return counts.properties().stream()
        .filter(effect -> !effect.getKey().startsWith(SandboxAdmin.WARM_UP))
        .mapToLong(effect -> effect.getValue().path(what).longValue(0))
        .sum();
  }

  private Absorbed absorbed(JsonNode mails, JsonNode captures) {
    return new Absorbed(
        board.absorbed("STATE"),
        board.absorbed("CLAIM"),
        of(mails, "replays") + of(captures, "replays"),
        board.absorbed("JOB_ID"));
  }

  /** What is wrong and no effect: an order without an answer, a job that gave up, a crash. */
  private List<String> problems(boolean quiet, List<String> casualties) throws SQLException {
    List<String> problems = new ArrayList<>(shop.problems());
    if (!quiet) {
      problems.add(
          "not quiet within %d s, jobs still open: %s"
              .formatted(options.limit().toSeconds(), books.openJobs()));
    }
    for (Books.JobRow job : books.jobs()) {
      if (job.state().equals("dead") || job.state().equals("parked")) {
        problems.add(
            "order %d: %s is %s: %s"
                .formatted(books.orderOf(job.request()), job.type(), job.state(), job.cause()));
      }
    }
    problems.addAll(casualties);
    return problems;
  }
}
