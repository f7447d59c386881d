package dev.stagedoor.redis;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.stream.JobStream;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is.
 *
 * @param readTimeout after which a blocking read is given up, longer than any BLOCK: a client that
 *     gives up first would leave entries on a dead connection
 */
record RedisAddress(RedisURI uri, Duration readTimeout) {
  private static final Duration LONGEST_READ = Duration.ofMillis(2_500);

  /**
   * @param handshake within which a connection is ready, or given up
   * @throws ConfigurationFault with the address, its password left out, and the mend
   */
  static RedisAddress of(String address, String clientName, Duration handshake) {
    RedisURI uri = parse(address);
    Duration timeout = uri.getTimeout();
    if (timeout.compareTo(JobStream.LONGEST_BLOCK) <= 0) {
      throw fault(
          "time-out of %d ms in %s: a read waits up to %d ms, so give a longer one or none"
              .formatted(timeout.toMillis(), shown(address), JobStream.LONGEST_BLOCK.toMillis()));
    }
    uri.setTimeout(handshake);
    if (uri.getClientName() == null) {
      uri.setClientName(clientName);
    }
    return new RedisAddress(uri, timeout.compareTo(LONGEST_READ) < 0 ? timeout : LONGEST_READ);
  }

  private static RedisURI parse(String address) {
    try {
      RedisURI uri = RedisURI.create(address);
      if (uri.getHost() == null || !uri.getHost().contains(":") || address.contains("[")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw noAddress(address, e);
    }
    throw noAddress(address, null); // a port that is no number became part of the host
  }

  private static ConfigurationFault noAddress(String address, @Nullable Throwable cause) {
    ConfigurationFault fault =
        fault(
            "Redis address \"%s\": use redis://[user:password@]host[:port], or rediss:// for TLS"
                .formatted(shown(address)));
    fault.initCause(cause);
    return fault;
  }

  private static ConfigurationFault fault(String line) {
    return new ConfigurationFault(List.of(line));
  }

  private static String shown(String address) {
    return address.replaceFirst("//.*@", "//***@");
  }

  @Override
  public String toString() {
    return uri.getSentinels().isEmpty() ? uri.getHost() + ":" + uri.getPort() : uri.toString();
  }
}
