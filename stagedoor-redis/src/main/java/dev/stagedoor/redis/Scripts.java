package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scripts by their digest, and by their text where Redis has not seen them: at first, after a
 * restart, after SCRIPT FLUSH.
 */
final class Scripts {
  private Scripts() {}

  /** One run of a script. */
  record Run(Script script, List<String> keys, List<byte[]> arguments) {
    /** With arguments that are text. */
    static Run of(Script script, List<String> keys, List<String> arguments) {
      return new Run(script, keys, arguments.stream().map(text -> text.getBytes(UTF_8)).toList());
    }

    private String[] keyArray() {
      return keys.toArray(String[]::new);
    }

    private byte[][] argumentArray() {
      return arguments.toArray(byte[][]::new);
    }
  }

  /** The reply of one run. */
  static Object run(RedisAsyncCommands<String, byte[]> redis, Deadline deadline, Run run) {
    return run(redis, deadline, List.of(run)).get(0);
  }

  /**
   * Sends all before it waits for the first reply. Redis runs them in this order, except that those
   * which meet a server without the script are sent again after the others.
   */
  static List<Object> run(
      RedisAsyncCommands<String, byte[]> redis, Deadline deadline, List<Run> runs) {
    List<RedisFuture<Object>> sent = runs.stream().map(run -> byDigest(redis, run)).toList();
    List<Object> replies = new ArrayList<>(runs.size());
    List<Integer> unknown = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      try {
        replies.add(deadline.await(sent.get(i)));
      } catch (StreamUnavailable e) {
        if (!Errors.isNoScript(e)) {
          throw e;
        }
        unknown.add(i);
        replies.add(e);
      }
    }
    List<RedisFuture<Object>> again =
        unknown.stream().map(i -> byText(redis, runs.get(i))).toList();
    for (int i = 0; i < again.size(); i++) {
      replies.set(unknown.get(i), deadline.await(again.get(i)));
    }
    return replies;
  }

  private static RedisFuture<Object> byDigest(RedisAsyncCommands<String, byte[]> redis, Run run) {
    return redis.evalsha(
        run.script().sha(), run.script().reply(), run.keyArray(), run.argumentArray());
  }

  private static RedisFuture<Object> byText(RedisAsyncCommands<String, byte[]> redis, Run run) {
    return redis.eval(
        run.script().text(), run.script().reply(), run.keyArray(), run.argumentArray());
  }
}
