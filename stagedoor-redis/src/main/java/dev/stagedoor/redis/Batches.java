package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Publication;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A publication batch cut into runs of the script publish, each of one queue and of bounded size: a
 * long script would hold up every other client of the server.
 */
final class Batches {
  private static final int MOST_ENTRIES = 100;
  private static final int MOST_BYTES = 256 * 1024;

  private final Keys keys;
  private final List<Scripts.Run> runs = new ArrayList<>();
  private final List<List<Integer>> positions = new ArrayList<>();
  private final Map<String, Open> open = new LinkedHashMap<>();

  /** What is gathered for the next run of a queue. */
  private static final class Open {
    final List<byte[]> arguments = new ArrayList<>();
    final List<Integer> positions = new ArrayList<>();
    int bytes;
  }

  private Batches(Keys keys) {
    this.keys = keys;
  }

  static Batches of(Keys keys, List<Publication> publications) {
    Batches batches = new Batches(keys);
    for (int position = 0; position < publications.size(); position++) {
      batches.add(position, publications.get(position));
    }
    List.copyOf(batches.open.keySet()).forEach(batches::finish);
    return batches;
  }

  private void add(int position, Publication publication) {
    String queue = publication.entry().queue();
    Open run = open.computeIfAbsent(queue, q -> new Open());
    List<byte[]> fields = EntryFields.encode(publication.entry());
    EntryId replaces = publication.replaces();
    run.arguments.add(bytes(replaces == null ? "" : replaces.value()));
    run.arguments.add(bytes(Integer.toString(fields.size())));
    run.arguments.addAll(fields);
    run.bytes += fields.stream().mapToInt(field -> field.length).sum();
    run.positions.add(position);
    if (run.positions.size() == MOST_ENTRIES || run.bytes >= MOST_BYTES) {
      finish(queue);
    }
  }

  private void finish(String queue) {
    Open run = open.remove(queue);
    if (run != null) {
      run.arguments.add(0, bytes(queue));
      runs.add(
          new Scripts.Run(Script.PUBLISH, List.of(keys.stream(queue), keys.born()), run.arguments));
      positions.add(run.positions);
    }
  }

  List<Scripts.Run> runs() {
    return runs;
  }

  /** The ids in the order of the batch, from the replies in the order of the runs. */
  List<EntryId> ids(List<Object> replies) {
    EntryId[] ids = new EntryId[positions.stream().mapToInt(List::size).sum()];
    for (int run = 0; run < replies.size(); run++) {
      List<?> reply = (List<?>) replies.get(run);
      for (int i = 0; i < reply.size(); i++) {
        ids[positions.get(run).get(i)] = new EntryId(Replies.text(reply.get(i)));
      }
    }
    return Arrays.asList(ids);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
