package dev.stagedoor.testkit.contract;

import dev.stagedoor.stream.EntryId;
import java.util.Map;

/** What others can do to a stream behind its back, where it is kept on a server. */
public interface Damage {
  /** Deletes a consumer together with its pending list, as {@code XGROUP DELCONSUMER} does. */
  void deleteConsumer(String queue, String consumer);

  /** Deletes the data of all entries and nothing else, as {@code XTRIM MAXLEN 0} does. */
  void trim(String queue);

  /** Acknowledges and leaves the data, as {@code XACK} alone does. */
  void acknowledgeOnly(String queue, EntryId entry);

  /** Sets the group's last delivered id to the very first, as {@code XGROUP SETID} does. */
  void setBack(String queue);

  /** Deletes the consumer group and leaves the entries. */
  void deleteGroup(String queue);

  /** Deletes one queue's stream. */
  void deleteStream(String queue);

  /** Entries that the pending list holds, whether their data exists or not. */
  long pending(String queue);

  /** Publishes an entry with the fields that a good one would have, these changed or added. */
  EntryId publishWith(String queue, Map<Field, byte[]> changed);

  /** Publishes an entry that has none of the fields of a good one. */
  EntryId publishForeign(String queue);

  /** Fields whose bytes may be wrong. */
  enum Field {
    JOB_ID,
    TYPE,
    ATTEMPT,
    PAYLOAD
  }
}
