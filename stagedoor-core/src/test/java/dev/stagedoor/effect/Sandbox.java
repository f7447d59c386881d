package dev.stagedoor.effect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A provider that knows keys: what it really accepted, and what it was asked. */
final class Sandbox {
  final List<String> requests = new ArrayList<>();
  final List<String> accepted = new ArrayList<>();
  private final Map<String, String> keys = new HashMap<>();

  /** Accepts, or answers from its table. */
  String send(IdempotencyKey key) {
    requests.add(key.value());
    return keys.computeIfAbsent(
        key.value(),
        k -> {
          accepted.add(k);
          return "msg-" + accepted.size();
        });
  }

  /** Accepts, and then the reply is lost. */
  String lose(IdempotencyKey key) throws java.io.IOException {
    send(key);
    throw new java.net.SocketTimeoutException("no answer for anna@example.org");
  }

  /** Its key's life is over. */
  void forgetKeys() {
    keys.clear();
  }

  static Duration wait(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
