package dev.stagedoor.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an embedded Redis is to run. Immutable: each method returns a copy.
 *
 * @param login what clients must say; null lets everybody in
 * @param tls the only way in is TLS, with a certificate made for this server
 * @param executable a {@code redis-server} of 6.2 or newer; null takes the bundled one
 * @param port 0 takes a free one
 * @param settings lines of {@code redis.conf}, after ours
 */
public record RedisOptions(
    @Nullable RedisLogin login,
    boolean tls,
    @Nullable Path executable,
    int port,
    List<String> settings) {

  public RedisOptions {
    settings = List.copyOf(settings);
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port " + port + " does not exist: give 0 to 65535");
    }
  }

  /** No login, no TLS, nothing on disk, a free port, the bundled executable. */
  public static RedisOptions inMemory() {
    return new RedisOptions(null, false, null, 0, List.of());
  }

  /** Keeps an append-only file, written to disk every second. */
  public RedisOptions appendOnly() {
    return setting("appendonly", "yes").setting("appendfsync", "everysec");
  }

  /** {@code requirepass}: the user {@code default} with this password. */
  public RedisOptions password(String password) {
    return new RedisOptions(
        new RedisLogin(RedisLogin.DEFAULT, password), tls, executable, port, settings);
  }

  /** An ACL user that may do everything; the user {@code default} is off. */
  public RedisOptions user(String name, String password) {
    return new RedisOptions(new RedisLogin(name, password), tls, executable, port, settings);
  }

  public RedisOptions withTls() {
    return new RedisOptions(login, true, executable, port, settings);
  }

  public RedisOptions withExecutable(Path redisServer) {
    return new RedisOptions(login, tls, redisServer, port, settings);
  }

  public RedisOptions onPort(int number) {
    return new RedisOptions(login, tls, executable, number, settings);
  }

  /** One line of {@code redis.conf}; the value is quoted here. */
  public RedisOptions setting(String name, String value) {
    List<String> more = new ArrayList<>(settings);
    more.add(line(name, value));
    return new RedisOptions(login, tls, executable, port, more);
  }

  static String line(String name, String value) {
    return name + " \"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
