package dev.stagedoor.cli;

import dev.stagedoor.tx.SqlStates;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL refuses, told apart by SQLSTATE.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
final class PostgresFaults implements FaultText {
  private final @Nullable PostgresUrl asked;
  private final String option;

  /**
   * @param asked named in the line; null where it isn't known
   */
  PostgresFaults(@Nullable PostgresUrl asked) {
    this(asked, "--postgres");
  }

  /**
   * @param option that names the server on the command line
   */
  PostgresFaults(@Nullable PostgresUrl asked, String option) {
    this.asked = asked;
    this.option = option;
  }

  @Override
  public Optional<String> of(Throwable fault) {
    String state = SqlStates.of(fault);
    return Optional.ofNullable(state == null ? null : line(state, fault));
  }

  private @Nullable String line(String state, Throwable fault) {
    String text = text(fault);
    return switch (state) {
      case "28P01", "28000" ->
          server() + " refuses " + user() + ": check the user and the password (PGPASSWORD)";
      case "3D000" -> server() + " has no " + database() + ": create it, or name another";
      case "42501" -> server() + ": " + user() + " may not do this (" + text + "): grant it";
      case "53300" -> server() + " has no connection left: raise its max_connections, or try later";
      case "57P01", "57P02", "57P03" -> server() + " is starting or stopping: try again";
      default -> state.startsWith("08") ? notConnected(state, fault) : null;
    };
  }

  /** The server's or the driver's own words: for people, never to tell faults apart. */
  private static String text(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql && sql.getSQLState() != null) {
        return String.valueOf(sql.getMessage());
      }
    }
    return "no reason given";
  }

  private String notConnected(String state, Throwable fault) {
    return asked == null
        ? server() + " cannot be reached (" + text(fault) + "): start it, or name another"
        : new NoConnection(asked, option).line(state, fault);
  }

  private String server() {
    return asked == null ? "PostgreSQL" : "PostgreSQL at " + asked.server();
  }

  private String user() {
    return asked == null ? "this user" : "user \"" + asked.user() + "\"";
  }

  private String database() {
    return asked == null ? "such database" : "database \"" + asked.database() + "\"";
  }
}
