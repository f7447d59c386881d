package dev.stagedoor.redis;

import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.stream.Unfit;
import java.util.ArrayList;
import java.util.List;

/** Whether a server can be worked with as it is set. */
final class Fitness {
  private final RedisAddress address;

  Fitness(RedisAddress address) {
    this.address = address;
  }

  List<Unfit> faults(ServerInfo server) {
    List<Unfit> faults = new ArrayList<>();
    if (!server.isAtLeast(6, 2)) {
      faults.add(
          new Unfit(
              Unfit.Kind.VERSION,
              "Redis at %s is %s: install 6.2 or newer".formatted(address, server.version())));
    }
    String policy = server.evictionPolicy();
    if (!policy.isEmpty() && !policy.equals("noeviction")) {
      faults.add(
          new Unfit(
              Unfit.Kind.EVICTION,
              "Redis at %s has maxmemory-policy %s and may throw queues away: set it to noeviction"
                  .formatted(address, policy)));
    }
    if (server.isReplica()) {
      faults.add(
          new Unfit(
              Unfit.Kind.READ_ONLY,
              "Redis at %s is a replica and takes no writes: give the primary's address"
                  .formatted(address)));
    }
    return faults;
  }

  Unfit refused(StreamUnavailable e) {
    return new Unfit(Unfit.Kind.CREDENTIALS, "Redis at " + address + refusal(e));
  }

  private String refusal(StreamUnavailable e) {
    return switch (Errors.code(e)) {
      case "NOAUTH" -> " needs a password: give " + scheme() + "://:PASSWORD@" + address;
      case "WRONGPASS" -> " refuses the user or the password: correct them in the address";
      default -> " lets this user do too little (" + Errors.reply(e) + "): grant it";
    };
  }

  private String scheme() {
    return address.uri().isSsl() ? "rediss" : "redis";
  }
}
