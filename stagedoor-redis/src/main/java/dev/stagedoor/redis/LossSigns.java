package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.stream.EntryId;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * What says that Redis has lost entries: compares what it knows now with what it was told when the
 * epoch began.
 *
 * <p>A restart or failover is suspect even where nothing was lost, since the last second may be
 * missing; asking costs little. What nobody notices (entries deleted one by one) is left to the
 * sweep.
 */
final class LossSigns {
  private final Keys keys;

  LossSigns(Keys keys) {
    this.keys = keys;
  }

  /** The server's two identities. */
  private record Identity(String runId, String replicationId) {}

  /** One round trip. */
  Optional<String> find(
      RedisAsyncCommands<String, byte[]> redis,
      Deadline deadline,
      long epoch,
      Map<String, EntryId> newestMarks) {
    Future<String> server = redis.info("server");
    Future<String> replication = redis.info("replication");
    List<String> queues = List.copyOf(newestMarks.keySet());
    List<?> survey = (List<?>) Scripts.run(redis, deadline, survey(queues));
    Identity now = identity(deadline.await(server), deadline.await(replication));
    return epochSign(Replies.text(survey.get(0)), epoch, now, Replies.text(survey.get(1)))
        .or(() -> queueSign(queues, survey, newestMarks));
  }

  /** Two round trips: what happens in between is suspected later, once more than needed. */
  void begin(RedisAsyncCommands<String, byte[]> redis, Deadline deadline, long epoch) {
    Future<String> server = redis.info("server");
    Future<String> replication = redis.info("replication");
    List<?> survey = (List<?>) Scripts.run(redis, deadline, survey(List.of()));
    Identity now = identity(deadline.await(server), deadline.await(replication));
    String anew = Replies.text(survey.get(1));
    String value = epoch + " " + now.runId() + " " + now.replicationId() + " " + anew;
    deadline.await(redis.set(keys.epoch(), value.getBytes(UTF_8)));
  }

  private Scripts.Run survey(List<String> queues) {
    List<String> names = new ArrayList<>(List.of(keys.epoch(), keys.born()));
    queues.forEach(queue -> names.add(keys.stream(queue)));
    return Scripts.Run.of(Script.SURVEY, names, queues);
  }

  private static Identity identity(String server, String replication) {
    return new Identity(ServerInfo.of(server).runId(), ServerInfo.of(replication).replicationId());
  }

  private static Optional<String> epochSign(String value, long epoch, Identity now, String anew) {
    String[] parts = value.split(" ", -1);
    if (parts.length != 4) {
      return Optional.of("Redis knows no epoch: it is new, or was wiped");
    }
    if (!parts[0].equals(Long.toString(epoch))) {
      return Optional.of("Redis is in epoch %s, not %d".formatted(parts[0], epoch));
    }
    if (!parts[1].equals(now.runId())) {
      return Optional.of("Redis was restarted: its run_id is another one");
    }
    if (!parts[2].equals(now.replicationId())) {
      return Optional.of("Redis failed over: its master_replid is another one");
    }
    if (!parts[3].equals(anew)) {
      return Optional.of("a stream or its group was gone, and has been made anew");
    }
    return Optional.empty();
  }

  private static Optional<String> queueSign(
      List<String> queues, List<?> survey, Map<String, EntryId> newestMarks) {
    for (int i = 0; i < queues.size(); i++) {
      String queue = queues.get(i);
      EntryId mark = newestMarks.get(queue);
      Optional<String> sign =
          mark == null ? Optional.empty() : queueSign(queue, (List<?>) survey.get(i + 2), mark);
      if (sign.isPresent()) {
        return sign;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> queueSign(String queue, List<?> answer, EntryId mark) {
    String state = Replies.text(answer.get(0));
    if (!state.equals("there")) {
      return Optional.of("queue %s has no %s in Redis".formatted(queue, state));
    }
    EntryId born = new EntryId(Replies.text(answer.get(1)));
    if (mark.compareTo(born) <= 0) {
      return Optional.of(
          "queue %s was made anew at %s, after entry %s".formatted(queue, born, mark));
    }
    EntryId last = new EntryId(Replies.text(answer.get(2)));
    if (last.compareTo(mark) < 0) {
      return Optional.of("queue %s ends at %s, before entry %s".formatted(queue, last, mark));
    }
    return Optional.empty();
  }
}
