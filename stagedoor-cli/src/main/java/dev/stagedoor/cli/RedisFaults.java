package dev.stagedoor.cli;

import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What Redis refuses, told apart by the error code that begins its reply.
 *
 * @see <a href="https://redis.io/docs/latest/develop/reference/protocol-spec/">RESP, simple
 *     errors</a>
 */
final class RedisFaults implements FaultText {
  @Override
  public Optional<String> of(Throwable fault) {
    String refused = refusal(fault);
    if (refused != null) {
      return Optional.of(refused);
    }
    return Optional.ofNullable(unreachable(fault));
  }

  private static @Nullable String refusal(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof RedisCommandExecutionException refused) {
        return line(String.valueOf(refused.getMessage()));
      }
    }
    return null;
  }

  private static @Nullable String line(String reply) {
    int space = reply.indexOf(' ');
    return switch (space < 0 ? reply : reply.substring(0, space)) {
      case "WRONGPASS" -> "Redis refuses the user or the password: correct them in --redis";
      case "NOAUTH" ->
          "Redis needs a password: give --redis redis://:PASSWORD@HOST:PORT (or STAGEDOOR_REDIS)";
      case "NOPERM" -> "Redis lets this user do too little (" + reply + "): grant it";
      default -> null;
    };
  }

  private static @Nullable String unreachable(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof StreamUnavailable) {
        return t.getMessage() + mend(t); // names host and port
      }
      if (t instanceof RedisConnectionException) {
        return "Redis cannot be reached (" + t.getMessage() + ")" + mend(t);
      }
    }
    return null;
  }

  private static String mend(Throwable fault) {
    return Causes.isAway(fault)
        ? ": start it, or give another --redis"
        : ": what answers there is no Redis, or hangs, or is not of this kind (rediss:// is with TLS,"
            + " redis:// without): give another --redis";
  }
}
