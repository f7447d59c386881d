package dev.stagedoor.chaos.crew;

import dev.stagedoor.Role;
import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a process has to know, as the first line of its standard input: a command line could be read
 * by others.
 *
 * @param jdbcUrl with user and password
 * @param installation keeps the keys of one scenario in Redis apart
 * @param dividedBy the windows are the standard ones divided by this
 * @param sweep false: marks that may be wrong are looked at on suspicion only
 * @param keysLiveMillis how long the provider is said to keep keys
 * @param partial whether a worker knows two types of job only
 * @param broken the rule that this process breaks on purpose; null for none
 */
public record Setting(
    String jdbcUrl,
    String redisUrl,
    String installation,
    int providerPort,
    int dividedBy,
    boolean sweep,
    long keysLiveMillis,
    boolean partial,
    Set<Role> roles,
    @Nullable Broken broken) {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** So many that no outage of a scenario uses them up. */
  private static final int MANY_FAILURES = 1_000;

  private static final Duration NEVER = Duration.ofDays(1_000);

  /**
   * The standard ones divided; a retry waits no longer than the reclaim time, or nothing is quiet.
   */
  public Windows windows() {
    Windows divided = Windows.STANDARD.dividedBy(dividedBy);
    return new Windows(
        divided.reclaim(),
        divided.heartbeat(),
        divided.staleAfter(),
        divided.sendTimeout(),
        divided.handlerTimeout(),
        new RetryPolicy(
            MANY_FAILURES,
            divided.retry().firstDelay(),
            divided.reclaim(),
            divided.retry().maxAge()),
        sweep ? divided.sweep() : NEVER,
        divided.reclaim().multipliedBy(3));
  }

  InetSocketAddress provider() {
    return new InetSocketAddress("127.0.0.1", providerPort);
  }

  /** The same for processes in these roles. */
  public Setting in(Set<Role> others) {
    return new Setting(
        jdbcUrl,
        redisUrl,
        installation,
        providerPort,
        dividedBy,
        sweep,
        keysLiveMillis,
        partial,
        others,
        broken);
  }

  /** The same for workers that know two types of job only, or all again. */
  public Setting partial(boolean isPartial) {
    return new Setting(
        jdbcUrl,
        redisUrl,
        installation,
        providerPort,
        dividedBy,
        sweep,
        keysLiveMillis,
        isPartial,
        roles,
        broken);
  }

  String line() {
    return JSON.writeValueAsString(this);
  }

  static Setting read(String line) {
    return JSON.readValue(line, Setting.class);
  }

  /** The others may hold passwords. */
  @Override
  public String toString() {
    return roles + " of " + installation;
  }
}
