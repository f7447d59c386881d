package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Counts the effects where they are, and writes the ledger. */
final class Audit {
  private final DemoOptions options;
  private final Plan plan;
  private final Board board;
  private final Books books;
  private final SandboxAdmin sandbox;
  private final Shop shop;

  Audit(
      DemoOptions options, Plan plan, Board board, Books books, SandboxAdmin sandbox, Shop shop) {
    this.options = options;
    this.plan = plan;
    this.board = board;
    this.books = books;
    this.sandbox = sandbox;
    this.shop = shop;
  }

  Ledger ledger(
      boolean quiet,
      List<String> uncovered,
      List<String> casualties,
      double seconds,
      long workerRssMiB)
      throws IOException, InterruptedException, SQLException {
    ObjectNode mails = sandbox.counts();
    List<OrderEffects> orders = orders(mails);
    List<EventEffects> events = events();
    Map<FaultKind, Long> secondRuns = board.secondRuns();
    List<String> missing = new ArrayList<>(uncovered);
    missing.addAll(Ledger.shortfalls(options.asked(), secondRuns));
    return new Ledger(
        plan.seed(),
        options.without(),
        quiet,
        totals(orders, events, mails),
        options.asked(),
        secondRuns,
        absorbed(mails),
        Verdict.of(orders, events).with(problems(casualties)),
        missing,
        seconds,
        workerRssMiB);
  }

  private List<OrderEffects> orders(ObjectNode mails) throws SQLException {
    Map<String, Integer> counts = countsByRequest();
    List<Long> events = shop.events();
    List<OrderEffects> orders = new ArrayList<>();
    for (Books.OrderRow row : books.orders()) {
      JsonNode sent = mails.path("mails").path(row.publicId());
      orders.add(
          new OrderEffects(
              row.id(),
              events.indexOf(row.event()),
              row.rendered(),
              books.stored(row.publicId()) ? 1 : 0,
              row.emailJobs(),
              sent.path("accepted").intValue(0),
              sent.path("overlaps").intValue(0),
              counts.getOrDefault(row.request(), 0)));
    }
    return orders;
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
      List<OrderEffects> orders, List<EventEffects> events, ObjectNode mails) throws IOException {
    return new Ledger.Totals(
        shop.ordered(),
        shop.repeatedRequests(),
        orders.stream().filter(OrderEffects::rendered).count(),
        board.renders(),
        books.pdfObjects(),
        orders.stream().mapToLong(OrderEffects::emailJobs).sum(),
        mails.path("accepted").longValue(),
        mails.path("requests").longValue(),
        events.stream().mapToLong(EventEffects::sold).sum(),
        events.stream().mapToLong(EventEffects::counted).sum(),
        board.deliveries());
  }

  private Absorbed absorbed(ObjectNode mails) {
    return new Absorbed(
        board.absorbed("STATE"),
        board.absorbed("CLAIM"),
        mails.path("replays").longValue(),
        board.absorbed("JOB_ID"));
  }

  /** What is wrong and no effect: an order without an answer, a job that gave up, a crash. */
  private List<String> problems(List<String> casualties) throws SQLException {
    List<String> problems = new ArrayList<>(shop.problems());
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
