package dev.stagedoor.effect;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.run;

import dev.stagedoor.effect.Claim.Found;
import dev.stagedoor.event.RunRef;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Effects over one table, with ways to let time pass in it. */
final class ClaimFixture {
  static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);
  static final Duration STALE_AFTER = Duration.ofMinutes(2);
  private static final AtomicLong SUBJECTS = new AtomicLong(4_470);

  /** Where the claims are. */
  enum Where {
    BUILT_IN(null),
    OWN(
        ClaimTable.named("email_sends")
            .subject("order_id")
            .claimedAt("claimed_at")
            .doneAt("sent_at")),
    OWN_WITHOUT_KIND(
        ClaimTable.named("shop.invoices").subject("number").withoutKind().doneAt("order"));

    private final @Nullable ClaimTable table;

    Where(@Nullable ClaimTable table) {
      this.table = table;
    }
  }

  private final Where where;
  private final JobsFixture jobs;
  private final ClaimTables tables = new ClaimTables();

  ClaimFixture(JobsFixture jobs, Where where) {
    this.jobs = jobs;
    this.where = where;
  }

  static JobsFixture jobsWithTables() throws SQLException {
    JobsFixture jobs = new JobsFixture();
    run(
        jobs.database(),
        "CREATE TABLE email_sends (order_id bigint NOT NULL, kind text NOT NULL, claimed_at"
            + " timestamptz NOT NULL, sent_at timestamptz, UNIQUE (order_id, kind))",
        "CREATE SCHEMA shop",
        "CREATE TABLE shop.invoices (number text PRIMARY KEY, claimed_at timestamptz NOT NULL,"
            + " \"order\" timestamptz, note text DEFAULT 'x' NOT NULL)");
    return jobs;
  }

  static String newSubject() {
    return Long.toString(SUBJECTS.incrementAndGet());
  }

  EffectType type() {
    EffectType type = EffectType.of("tickets").sendTimeout(SEND_TIMEOUT).staleAfter(STALE_AFTER);
    return where.table == null ? type : type.in(where.table);
  }

  /** A provider with keys kept for a day. */
  Claim claim(String subject, RunRef run) {
    return claim(type(), subject, run, false);
  }

  Claim claim(EffectType type, String subject, RunRef run, boolean resendStale) {
    Claim.Terms terms =
        new Claim.Terms(type, SEND_TIMEOUT, STALE_AFTER, type.keysKept().orElse(null), resendStale);
    return new Claim(jobs.transactions(), tables, terms, subject, run);
  }

  static Claim.Mine mine(Found found) {
    if (found instanceof Claim.Mine mine) {
      return mine;
    }
    throw new AssertionError(found);
  }

  /** Lets so much time pass for the claim: its owner's token is old from then on. */
  void age(String subject, String interval) throws SQLException {
    run(
        jobs.database(),
        "UPDATE stagedoor.effects SET claimed_at = claimed_at - '"
            + interval
            + "'::interval, first_tried_at = first_tried_at - '"
            + interval
            + "'::interval WHERE subject = '"
            + subject
            + "'");
    if (where.table != null) {
      run(
          jobs.database(),
          "UPDATE "
              + where.table.name()
              + " SET claimed_at = claimed_at - '"
              + interval
              + "'::interval WHERE "
              + where.table.subject()
              + " = '"
              + subject
              + "'");
    }
  }

  /** Columns of the row in {@code effects}. */
  String side(String subject, String columns) throws SQLException {
    return row(
        jobs.database(),
        "SELECT " + columns + " FROM stagedoor.effects WHERE subject = '" + subject + "'");
  }

  /** The times of the row that decides: claimed, done. */
  String own(String subject) throws SQLException {
    if (where.table == null) {
      return side(subject, "claimed_at, done_at");
    }
    return row(
        jobs.database(),
        "SELECT claimed_at, \""
            + where.table.doneAt()
            + "\" FROM "
            + where.table.name()
            + " WHERE "
            + where.table.subject()
            + " = '"
            + subject
            + "'");
  }
}
