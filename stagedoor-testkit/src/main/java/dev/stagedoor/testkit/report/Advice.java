package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Choice;
import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Finding;
import dev.stagedoor.testkit.interleave.Interleaving;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Names what closes a finding, judged by how the interleaving went. A hint, not a proof. */
final class Advice {
  private static final String PAGES = "docs/verdicts/";

  /** Claims go stale in minutes; keys are forgotten in hours. */
  private static final Duration KEYS_LIVE = Duration.ofHours(1);

  private final Finding finding;
  private final Interleaving interleaving;
  private final List<Event> events;

  private Advice(Finding finding, Interleaving interleaving, List<Event> events) {
    this.finding = finding;
    this.interleaving = interleaving;
    this.events = events;
  }

  static String of(Explored explored, Finding finding) {
    return new Advice(finding, explored.trace().interleaving(), explored.trace().events()).words();
  }

  private String words() {
    return switch (finding.verdict()) {
      case TWICE -> twice();
      case LOST -> lost();
      case STUCK -> stuck();
      case UNSEEN_EFFECT ->
          page(
              "",
              "call world.boundary(\"...\") right before the effect, or give the"
                  + " client with .client(...); let setAutoCommit(false) begin a transaction, not"
                  + " BEGIN as text");
      case NONDETERMINISTIC ->
          page(
              "",
              "take chance and the clock out of what decides: world.clock(),"
                  + " ids from the job; static state is not reset between runs");
      case NO_BOUNDARY ->
          page(
              "",
              finding.place().isEmpty()
                  ? "use what the world gives: w.dataSource(), w.client(...), w.boundary(...)"
                  : "mend first what it threw; tables and rows come from .given(...)");
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
    return switch (finding.kind()) {
      case COUNTER -> jobId();
      case ROWS -> conditionalWrite();
      case KEYS -> keyFromTheIntent();
      case NO_KEYS -> providerKey();
      case ANY -> called();
    };
  }

  /** The calls that happened more than once tell most; of which client the effect is, nothing. */
  private String called() {
    List<List<Event>> again =
        events.stream()
            .filter(e -> e.kind() == Kind.CALL && e.happened())
            .collect(Collectors.groupingBy(Event::label))
            .values()
            .stream()
            .filter(calls -> calls.size() > 1)
            .toList();
    if (again.isEmpty()) {
      return conditionalWrite();
    }
    boolean isAnother =
        again.stream().anyMatch(calls -> calls.stream().map(Event::detail).distinct().count() > 1);
    if (isAnother) {
      return keyFromTheIntent();
    }
    boolean isLate =
        interleaving.choices().stream()
            .anyMatch(c -> c instanceof Choice.Jump jump && jump.by().compareTo(KEYS_LIVE) > 0);
    return isLate ? keyLife() : providerKey();
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

  private String providerKey() {
    return page(
        "#provider-key",
        "give the provider an idempotency key with the call, the same on every try"
            + (isStagedoors() ? ": run.effect(TYPE, subject).perform(key -> ...)" : "")
            + ". A claim alone does not close it");
  }

  private String keyLife() {
    return page(
        "#key-life",
        "when it came again, the provider had forgotten the key, or the first request had none. Send"
            + " again only while the key lives; later, ask the provider what became of the first"
            + " try, and leave to a person what it cannot tell");
  }

  private String keyFromTheIntent() {
    return page(
        "#key-from-the-intent",
        "the second request was another one: derive key and content from the intent, such as the"
            + " order's number, never from the attempt, the time or chance");
  }

  private String lost() {
    if (isUndisturbed()) {
      return page(
          "",
          "even one run that is alone and undisturbed does not have it: was it committed, does"
              + " the count find it, does .given(...) give the rows that it needs?");
    }
    if (events.stream().anyMatch(e -> isFault(e.fault()))) {
      return page(
          "#refusal-taken-for-done",
          "a call or statement was refused, or there was no reply, and the run ended as if all had"
              + " been well: let what is thrown pass, so that the job comes again");
    }
    return diedBeforeAllWereDone()
        ? page(
            "#record-before-effect",
            "it was recorded as done before it was done. Put record and effect into one commit;"
                + " outside of the database: a claim that goes stale, the call with the provider's"
                + " key, then the mark")
        : page(
            "#absorbed-too-early",
            "a run took another's work for done before that was committed, or an update was lost:"
                + " let the second run wait for the first one's commit, or fail and come again");
  }

  /** Else a run had come to its end while the one was still at work that died later. */
  private boolean diedBeforeAllWereDone() {
    List<Event> deaths = events.stream().filter(e -> e.fault().equals(Choice.CRASH)).toList();
    List<Event> ends =
        events.stream().filter(e -> e.kind() == Kind.ACK && e.fault().isEmpty()).toList();
    return !deaths.isEmpty()
        && (ends.isEmpty() || events.indexOf(deaths.get(0)) < events.indexOf(ends.get(0)));
  }

  private String stuck() {
    if (events.stream().anyMatch(e -> e.outcome().words().contains("KeyReused"))) {
      return page(
          "#key-of-another-request",
          "the provider knows the key from another request: derive key and content from the"
              + " intent, the same on every try");
    }
    return isUndisturbed()
        ? page(
            "",
            "even one run that is alone and undisturbed does not come through: mend first what it"
                + " threw, or what it is asked for; tables and rows come from .given(...)")
        : page(
            "",
            "let the handler come through after whatever it finds: a claim that goes"
                + " stale, a row that is there already");
  }

  /** Nothing went wrong, and nobody else was there; the same again does not count. */
  private boolean isUndisturbed() {
    return interleaving.runs() == 1 && interleaving.choices().stream().allMatch(Choice::isPlain);
  }

  /** Who uses another queue cannot use what a run of ours offers. */
  private boolean isStagedoors() {
    return events.stream().anyMatch(event -> event.label().startsWith("stagedoor: "));
  }

  /** A refusal, or a time-out. */
  private static boolean isFault(String fault) {
    return !fault.isEmpty() && !fault.equals(Choice.CRASH);
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
