package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Choice;
import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Finding;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.util.List;
import java.util.Locale;

/** Names what closes a finding, judged by how the interleaving went. A hint, not a proof. */
final class Advice {
  private static final String PAGES = "docs/verdicts/";

  private final Finding finding;
  private final List<Event> events;

  private Advice(Finding finding, List<Event> events) {
    this.finding = finding;
    this.events = events;
  }

  static String of(Explored explored, Finding finding) {
    return new Advice(finding, explored.trace().events()).words();
  }

  private String words() {
    return switch (finding.verdict()) {
      case TWICE -> twice();
      case LOST -> lost();
      case STUCK ->
          page(
              "",
              "let the handler come through after whatever it finds: a claim that goes"
                  + " stale, a row that is there already");
      case UNSEEN_EFFECT ->
          page(
              "",
              "call world.boundary(\"...\") right before the effect, or give the"
                  + " client with .client(...)");
      case NONDETERMINISTIC ->
          page(
              "",
              "take chance and the clock out of what decides: world.clock(),"
                  + " ids from the job; static state is not reset between runs");
      case NO_BOUNDARY ->
          page("", "use what the world gives: w.dataSource(), w.client(...), w.boundary(...)");
      case OWN_THREADS ->
          page(
              "",
              "do the work on the thread that calls the handler, or give each task a"
                  + " job of its own");
      case UNSEEN_CONNECTION -> page("", "take every connection from w.dataSource()");
      case SLEEPS -> page("", "throw instead and be delivered later, as RetryLater.in(...) does");
      case DEADLOCK -> page("", "take locks in one order, ids ascending");
      case POOL_WAIT ->
          page(
              "",
              "give the first connection back before asking for another, or make the"
                  + " pool larger than runs times connections");
      case SWALLOWED_CRASH ->
          page("", "catch Exception, not Throwable: an Error is not the handler's to" + " survive");
      case ONCE -> "";
    };
  }

  /** Judged by the effect that happened twice: others may have been absorbed as they should. */
  private String twice() {
    List<Event> calls = events.stream().filter(e -> e.kind() == Kind.CALL && e.happened()).toList();
    boolean sentByTwo = calls.stream().map(Event::run).distinct().count() > 1;
    return switch (finding.kind()) {
      case COUNTER -> jobId();
      case ROWS -> conditionalWrite();
      case ANY -> sentByTwo ? sentTwice(calls) : conditionalWrite();
    };
  }

  private String jobId() {
    return page(
        "#job-id",
        isStagedoors()
            ? "put the job's id into the transaction of the change: run.once(\"...\", tx -> ...) or"
                + " handleOnce; by hand, INSERT the id first and go on only if it was new"
            : "put the message's id into the transaction of the change: INSERT it first and go on"
                + " only if it was new");
  }

  private String conditionalWrite() {
    return page(
        "#conditional-write",
        "let the database decide: a unique constraint on the effect's row and INSERT ... ON"
            + " CONFLICT DO NOTHING, or an UPDATE ... WHERE that only one run can win, and all that"
            + " follows from it in the same transaction. A SELECT before it decides nothing");
  }

  private String sentTwice(List<Event> calls) {
    boolean sameRequest = calls.stream().map(Event::detail).distinct().count() == 1;
    return sameRequest
        ? page(
            "#provider-key",
            "the call had its effect in two runs. Give the provider an idempotency key, the same on"
                + " every try"
                + (isStagedoors() ? ": run.effect(TYPE, subject).perform(key -> ...)" : "")
                + ". A claim alone does not close it")
        : page(
            "#key-from-the-intent",
            "the second request was another one: derive key and content from the intent, such as the"
                + " order's number, never from the attempt, the time or chance");
  }

  private String lost() {
    if (events.stream().anyMatch(e -> isRefusal(e.fault()))) {
      return page(
          "#refusal-taken-for-done",
          "a call or statement was refused, and the run ended as if it had not been: let what is"
              + " thrown pass, so that the job comes again");
    }
    boolean died = events.stream().anyMatch(e -> e.fault().equals(Choice.CRASH));
    return died
        ? page(
            "#record-before-effect",
            "it was recorded as done before it was done. Put record and effect"
                + " into one commit; outside of the database: claim, send, then mark")
        : page(
            "#absorbed-too-early",
            "a run took another's work for done before that was committed, or an"
                + " update was lost: let the second run wait for the first one's commit, or fail and come again");
  }

  /** Who uses another queue cannot use what a run of ours offers. */
  private boolean isStagedoors() {
    return events.stream().anyMatch(event -> event.label().startsWith("stagedoor: "));
  }

  private static boolean isRefusal(String fault) {
    return !fault.isEmpty() && !fault.equals(Choice.CRASH) && !fault.equals(Choice.LOST);
  }

  private String page(String anchor, String advice) {
    String page = finding.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return advice + "\n  see " + PAGES + page + ".md" + anchor;
  }

  /** Whether a person needs to look at a timeline at all. */
  static boolean hasTimeline(Finding finding) {
    return finding.verdict() != Verdict.NO_BOUNDARY;
  }
}
