package dev.stagedoor.redis;

import java.util.Map;
import java.util.stream.Collectors;

/** The lines of INFO; a missing one is an empty text. */
record ServerInfo(Map<String, String> lines) {
  static ServerInfo of(String info) {
    return new ServerInfo(
        info.lines()
            .filter(line -> line.indexOf(':') > 0)
            .map(line -> line.split(":", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (a, b) -> a)));
  }

  private String line(String name) {
    return lines.getOrDefault(name, "");
  }

  /** Another one after every restart. */
  String runId() {
    return line("run_id");
  }

  /** Another one after a failover, whose replica may have missed the last writes. */
  String replicationId() {
    return line("master_replid");
  }

  String version() {
    return line("redis_version");
  }

  /** Whether the version is at least this; an unreadable one counts as new. */
  boolean isAtLeast(int major, int minor) {
    String[] parts = version().split("\\.", 3);
    try {
      int itsMajor = Integer.parseInt(parts[0]);
      return itsMajor > major
          || (itsMajor == major && parts.length > 1 && Integer.parseInt(parts[1]) >= minor);
    } catch (NumberFormatException e) {
      return true;
    }
  }

  String evictionPolicy() {
    return line("maxmemory_policy");
  }

  boolean isReplica() {
    return line("role").equals("slave");
  }
}
