package dev.stagedoor.boxoffice.demo;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The ledger for a person, 80 columns. */
final class LedgerText {
  private static final int PROBLEMS_SHOWN = 20;
  private final StringJoiner text = new StringJoiner("\n", "", "\n");

  private LedgerText() {}

  static String of(Ledger ledger) {
    LedgerText text = new LedgerText();
    text.effects(ledger);
    text.faults(ledger);
    text.absorbed(ledger);
    text.end(ledger);
    return text.text.toString();
  }

  private void effects(Ledger ledger) {
    Ledger.Totals t = ledger.totals();
    line("%-34s %8s   %s", "effect", "wanted", "happened");
    row(
        "payments captured by Payrail",
        t.orders(),
        t.payments().captured(),
        requests(t.payments()));
    row("tickets rendered", t.orders(), t.ticketsRendered(), t.renders() + " renders");
    row("PDF objects in the store", t.orders(), t.pdfObjects(), "");
    row("email jobs queued", t.orders(), t.sendJobs(), "");
    row("emails accepted by the provider", t.orders(), t.emailsAccepted(), requests(t));
    row("seats on the sales counters", t.seatsSold(), t.salesCounter(), "");
    line("");
  }

  private static String requests(Ledger.Payments payments) {
    return payments.requests() + " requests";
  }

  private static String requests(Ledger.Totals totals) {
    return totals.emailRequests() + " requests";
  }

  private void row(String effect, long wanted, long happened, String note) {
    String more = note.isEmpty() ? "" : "   (" + note + ")";
    line(
        "%-34s %8d   %8d%s%s", effect, wanted, happened, wanted == happened ? "" : "  WRONG", more);
  }

  private void faults(Ledger ledger) {
    line("%-34s %8s   %s", "fault", "asked", "ran or delivered again");
    for (FaultKind kind : FaultKind.values()) {
      line("%-34s %8d   %8d", kind.words(), ledger.asked().of(kind), ledger.secondRuns(kind));
    }
    line("");
  }

  private void absorbed(Ledger ledger) {
    Absorbed a = ledger.absorbed();
    line("%-34s %8s", "absorbed by", "times");
    line("%-34s %8d", "state checked, conditional write", a.state());
    line("%-34s %8d", "claim on the effect's row", a.claim());
    line("%-34s %8d", "a provider's idempotency key", a.providerKey());
    line("%-34s %8d", "job id in the transaction", a.jobId());
    line("");
  }

  private void end(Ledger ledger) {
    problems(ledger.verdict().problems());
    ledger.uncovered().forEach(u -> line("not covered: %s", u));
    if (!ledger.quiet()) {
      line("It was not quiet in time: what is missing may only be late.");
    }
    Ledger.Totals t = ledger.totals();
    line(
        "%s, %d requests repeated, %d deliveries: %d lost, %d doubled",
        t.orders() == 1 ? "1 order" : t.orders() + " orders",
        t.repeatedRequests(),
        t.deliveries(),
        ledger.verdict().lost(),
        ledger.verdict().doubled());
    line(
        "seed %d, %.1f s, largest worker %d MiB",
        ledger.seed(), ledger.seconds(), ledger.workerRssMiB());
  }

  private void problems(List<String> problems) {
    problems.stream().limit(PROBLEMS_SHOWN).forEach(p -> line("WRONG  %s", p));
    if (problems.size() > PROBLEMS_SHOWN) {
      line("WRONG  … and %d more: all of them with --json", problems.size() - PROBLEMS_SHOWN);
    }
  }

  private void line(String format, Object... values) {
    text.add(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
