package dev.stagedoor.redis;

import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisNoScriptException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Error replies of Redis, told apart by their code, the first word. */
final class Errors {
  private static final Set<String> NO_GROUP = Set.of("NOGROUP", "UNBLOCKED");
  private static final Set<String> NO_ACCESS = Set.of("NOAUTH", "WRONGPASS", "NOPERM");

  private Errors() {}

  /** As the port says it, with the innermost cause's words: the outer ones only repeat the host. */
  static StreamUnavailable unavailable(RedisAddress address, @Nullable Throwable cause) {
    Throwable innermost = cause;
    while (innermost != null && innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String words = innermost == null ? null : innermost.getMessage();
    String said = words == null ? "" + innermost : words;
    return new StreamUnavailable("Redis at " + address + what(address, cause, said), cause);
  }

  private static String what(RedisAddress address, @Nullable Throwable cause, String said) {
    if (isAway(cause)) {
      return " cannot be reached (" + said + ")";
    }
    if (cause instanceof RedisConnectionException && !isReply(cause)) {
      String how = address.uri().isSsl() ? " does not answer over TLS (" : " does not answer (";
      return how + said + ")";
    }
    return ": " + said;
  }

  private static boolean isAway(@Nullable Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof ConnectException
          || each instanceof NoRouteToHostException
          || each instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReply(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof RedisCommandExecutionException) {
        return true;
      }
    }
    return false;
  }

  /** The server has not seen the script, or forgot it: nothing was run. */
  static boolean isNoScript(StreamUnavailable e) {
    return e.getCause() instanceof RedisNoScriptException;
  }

  /** Stream or group is missing, or went while a reader was waiting. */
  static boolean isNoGroup(StreamUnavailable e) {
    return NO_GROUP.contains(code(e));
  }

  /** The server refuses the user, the password, or what this user wants to do. */
  static boolean isNoAccess(StreamUnavailable e) {
    return NO_ACCESS.contains(code(e));
  }

  /** The server has become a replica. Redis 6.2 wraps the code when a script meets it. */
  static boolean isReadOnly(StreamUnavailable e) {
    String reply = reply(e);
    return reply.startsWith("READONLY ") || reply.contains(" -READONLY ");
  }

  /** The first word of the reply. */
  static String code(StreamUnavailable e) {
    return reply(e).split(" ", 2)[0];
  }

  /** What Redis answered; empty if it is not its answer that made this. */
  static String reply(StreamUnavailable e) {
    for (Throwable each = e.getCause(); each != null; each = each.getCause()) {
      if (each instanceof RedisCommandExecutionException && each.getMessage() != null) {
        return each.getMessage();
      }
    }
    return "";
  }
}
