package dev.stagedoor.effect;

import dev.stagedoor.event.RunRef;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.IdleLimit;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.TransactionFailed;
import dev.stagedoor.tx.Transactions;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The second technique: a unique row for the effect, taken before it is done. One statement decides
 * who owns it; each call here is one short transaction of its own, so that nothing is held while
 * something is sent. Immutable.
 *
 * <p>Gives nothing by itself after a crash between send and mark: the row cannot know. That is what
 * the provider's key is for, and {@link ClaimedEffect} for putting both together.
 *
 * <p>The hazards it keeps:
 *
 * <ul>
 *   <li>Taking and releasing are fenced by the claim's own time: whoever wakes up late must not
 *       give away what another run holds. Marking done is not fenced: that it was sent stays true
 *       whoever owns the claim now.
 *   <li>{@code first_tried_at} is written with the first claim and never moves, not even when a
 *       claim is released: an earlier try may have reached the provider, and it is that one's key
 *       which the provider forgets first.
 *   <li>A claim of a provider without keys that went stale is not taken over: its owner may have
 *       sent.
 * </ul>
 */
final class Claim {
  private static final int MARK_ATTEMPTS = 3;

  private final Transactions transactions;
  private final ClaimTables tables;
  private final Terms terms;
  private final String subject;
  private final RunRef run;

  Claim(Transactions transactions, ClaimTables tables, Terms terms, String subject, RunRef run) {
    this.transactions = transactions;
    this.tables = tables;
    this.terms = terms;
    this.subject = subject;
    this.run = run;
  }

  /**
   * What a claim is judged by.
   *
   * @param keysKept null if the provider keeps no keys
   * @param resendStale whether a claim that went stale may be sent again without a key
   */
  record Terms(
      EffectType type,
      Duration sendTimeout,
      Duration staleAfter,
      @Nullable Duration keysKept,
      boolean resendStale) {}

  /** What taking it found. */
  sealed interface Found {}

  /**
   * This run owns it.
   *
   * @param token the claim's time, which fences every later write but one
   * @param tries this one included
   * @param intent which of the intents about this subject; part of the key from the second on
   * @param request the bytes to send, as the first try has kept them; null where none are kept
   */
  record Mine(OffsetDateTime token, int tries, int intent, @Nullable ByteBuffer request)
      implements Found {}

  /**
   * It was done.
   *
   * @param marked whether the row that decides says so, too
   */
  record Done(@Nullable String reference, boolean marked) implements Found {}

  /** Another run owns it, for so long at most. */
  record Held(Duration freshFor) implements Found {}

  /** It was tried, what became of it is not known, and it must not be sent blindly. */
  record Unknown(int tries, int intent, String evidence) implements Found {}

  /** A person must decide. */
  record Parked(String evidence) implements Found {}

  /** The job is gone, newer or not live. */
  record NotWanted() implements Found {}

  /** It was free a moment after it was not: take it again. */
  record Again() implements Found {}

  /**
   * Takes the claim, or tells why not.
   *
   * @param permit tries that a lookup has found to be without effect: it may be taken although it
   *     could not be sent blindly, unless somebody tried again meanwhile; null for none
   * @param request kept with the claim, unless an earlier try has kept one; null for none
   */
  Found take(@Nullable Integer permit, byte @Nullable [] request) {
    try {
      return inTransaction(c -> take(c, permit, request));
    } catch (Undone undone) {
      return inTransaction(this::look);
    }
  }

  private Found take(Connection connection, @Nullable Integer permit, byte @Nullable [] request)
      throws SQLException {
    ClaimSql sql = tables.sql(connection, terms.type(), subject);
    try (PreparedStatement statement =
        BoundStatement.prepare(connection, sql.take(), takeArguments(permit, request))) {
      statement.execute();
      Mine mine = null;
      boolean owned = false;
      try (ResultSet row = statement.getResultSet()) {
        if (row.next()) {
          mine = mine(row);
          owned = row.getBoolean("owned");
        }
      }
      try (ResultSet row = BoundStatement.nextRows(statement)) {
        row.next();
        if (mine == null) {
          return found(row);
        }
        // Taken, but the rule of the side row says no, or the job was cancelled while we waited.
        if (!owned || !row.getBoolean("live")) {
          throw new Undone();
        }
        return mine;
      }
    }
  }

  private static Mine mine(ResultSet row) throws SQLException {
    byte[] request = row.getBytes("request");
    return new Mine(
        row.getObject("claimed_at", OffsetDateTime.class),
        row.getInt("tries"),
        row.getInt("intent"),
        request == null ? null : ByteBuffer.wrap(request).asReadOnlyBuffer());
  }

  /**
   * What earlier tries have left.
   *
   * @param request what is to be sent again; null where nothing is kept
   */
  record Stored(boolean done, @Nullable ByteBuffer request) {}

  /** Whether there is anything left to render. */
  Stored stored() {
    return inTransaction(
        c -> {
          try (PreparedStatement statement =
                  BoundStatement.prepare(c, ClaimSql.STORED, kind(), subject);
              ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
              return new Stored(false, null);
            }
            byte[] request = row.getBytes("request");
            return new Stored(
                row.getBoolean("done"),
                request == null ? null : ByteBuffer.wrap(request).asReadOnlyBuffer());
          }
        });
  }

  private Found look(Connection connection) throws SQLException {
    ClaimSql sql = tables.sql(connection, terms.type(), subject);
    try (PreparedStatement statement =
            BoundStatement.prepare(connection, sql.look(), lookArguments());
        ResultSet row = statement.executeQuery()) {
      row.next();
      return found(row);
    }
  }

  private static Found found(ResultSet row) throws SQLException {
    String standing = row.getString("standing");
    if (standing.equals("done") || standing.equals("unmarked")) {
      return new Done(row.getString("reference"), standing.equals("done"));
    }
    if (!row.getBoolean("live")) {
      return new NotWanted();
    }
    String evidence = row.getString("evidence");
    return switch (standing) {
      case "parked" -> new Parked(evidence);
      case "held" -> new Held(Duration.ofMillis(row.getLong("fresh_for_ms")));
      case "unknown" -> new Unknown(row.getInt("tries"), row.getInt("intent"), evidence);
      default -> new Again();
    };
  }

  /** Gives the claim back, if it is still this run's own; touches nothing else. */
  void release(Mine mine) {
    write(ClaimSql::release, kind(), subject, mine.token());
  }

  /** Records that nobody knows what the send did, if the claim is still this run's own. */
  void unknown(Mine mine, String evidence, boolean release) {
    write(ClaimSql::unknown, kind(), subject, mine.token(), evidence, release);
  }

  /**
   * Records that it was done, whoever owns the claim now; an earlier record stands. Tried again on
   * a new connection where one is lost: it is the only trace of what just left the process.
   */
  void done(@Nullable String reference) {
    for (int left = MARK_ATTEMPTS - 1; ; left--) {
      try {
        write(
            ClaimSql::done,
            kind(),
            subject,
            run.jobId(),
            run.attempt(),
            run.run(),
            run.worker(),
            reference);
        return;
      } catch (TransactionFailed e) {
        if (left == 0 || !SqlStates.connectionLost(e)) {
          throw e;
        }
      }
    }
  }

  /**
   * Leaves it to a person.
   *
   * @param tries as this run knows them
   * @param otherRequest whether the provider knows the key with another request
   * @return false if it is done, or was tried again, meanwhile
   */
  boolean park(int tries, String evidence, boolean otherRequest) {
    int parked =
        write(
            ClaimSql::park,
            kind(),
            subject,
            run.jobId(),
            run.attempt(),
            run.run(),
            run.worker(),
            evidence,
            tries,
            otherRequest);
    return parked == 1;
  }

  private int write(Function<ClaimSql, String> which, @Nullable Object... arguments) {
    return inTransaction(
        c -> {
          String sql = which.apply(tables.sql(c, terms.type(), subject));
          try (PreparedStatement statement =
              BoundStatement.prepare(c, "SELECT " + IdleLimit.OTHERS + ";\n" + sql, arguments)) {
            statement.execute();
            statement.getMoreResults();
            return statement.getUpdateCount();
          }
        });
  }

  private String kind() {
    return terms.type().kind();
  }

  private @Nullable Object[] takeArguments(@Nullable Integer permit, byte @Nullable [] request) {
    return new @Nullable Object[] {
      kind(),
      subject,
      run.jobId(),
      run.attempt(),
      run.run(),
      run.worker(),
      terms.staleAfter(),
      terms.sendTimeout(),
      terms.keysKept(),
      terms.resendStale(),
      permit,
      request,
      kind(),
      subject,
      run.jobId(),
      run.attempt(),
      terms.staleAfter(),
      terms.sendTimeout(),
      terms.keysKept(),
      terms.resendStale()
    };
  }

  private @Nullable Object[] lookArguments() {
    return new @Nullable Object[] {
      kind(),
      subject,
      run.jobId(),
      run.attempt(),
      terms.staleAfter(),
      terms.sendTimeout(),
      terms.keysKept(),
      terms.resendStale()
    };
  }

  private <T> T inTransaction(Transactions.Body<T, SQLException> body) {
    try {
      return Retrying.<T, SQLException>open(transactions, body);
    } catch (SQLException e) {
      throw new TransactionFailed(e, false);
    }
  }

  /** Rolls the claim back. */
  @SuppressWarnings("serial")
  private static final class Undone extends RuntimeException {
    private Undone() {
      super("undone", null, false, false);
    }
  }
}
