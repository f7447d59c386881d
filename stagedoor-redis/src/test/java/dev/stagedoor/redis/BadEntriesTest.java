package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Role;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.redis.Theatre.Word;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.testkit.contract.Damage.Field;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries on a real stream that are not as they were published, or not ours. */
class BadEntriesTest {
  private static final byte[] NO_TEXT = {'{', (byte) 0xC3, (byte) 0x28};

  private final RedisServer server = RedisServer.start();
  private final Theatre theatre = new Theatre(server);

  @AfterEach
  void close() {
    theatre.close();
    server.close();
  }

  @Test
  void C43_noBadEntryEndsTheLoopAndEachHasItsOwnEnd() throws Exception {
    theatre.relay();
    JobId good = published(Theatre.WORK.job(new Word("good")));
    theatre.redis().publishForeign(Theatre.QUEUE);
    JobId damaged = published(Theatre.WORK.job(new Word("damaged")));
    JobId hopeless = published(JobType.of("work", String.class).job("no object"));
    damage(damaged);
    damage(hopeless);
    JobId strange = published(JobType.of("strange", Word.class).job(new Word("strange")));
    JobId last = published(Theatre.WORK.job(new Word("last")));

    theatre.start(
        b ->
            b.roles(Role.WORKER)
                .concurrency(1)
                .handle(
                    Theatre.WORK,
                    run ->
                        run.once("count", tx -> tx.update(Theatre.COUNT, run.payload().text()))));
    for (JobId id : List.of(good, damaged, last)) {
      theatre.heard.awaitComplete(id);
    }
    theatre.heard.await("counted", 1, e -> e instanceof JobEvent.UnreadableEntry);
    theatre.heard.await("released", 1, Heard.moved(strange, Transition.RELEASE));
    theatre.heard.await("dead", 1, Heard.moved(hopeless, Transition.DIE));
    theatre.awaitEmptyStream();
    assertThat(theatre.number("SELECT count(*) FROM counter WHERE n = 1")).isEqualTo(3);
    assertThat(theatre.number("SELECT count(*) FROM stagedoor.jobs WHERE state = 'dead'"))
        .isEqualTo(1);
    theatre.heard.awaitComplete(theatre.enqueue("after"));
  }

  private JobId published(NewJob<?> job) throws SQLException {
    JobId id = Outbox.on(theatre.pool).enqueueAlone(job).id();
    Theatre.await("published", () -> !entry(id).isEmpty());
    return id;
  }

  private String entry(JobId id) {
    return theatre.text("SELECT coalesce(mark_entry, '') FROM stagedoor.outbox WHERE id = ?", id);
  }

  /** In place of its entry comes one with a payload that is no text. */
  private void damage(JobId id) {
    try (RedisStream client = theatre.client()) {
      client.settle(Theatre.QUEUE, List.of(new EntryId(entry(id))));
    }
    theatre
        .redis()
        .publishWith(
            Theatre.QUEUE,
            Map.of(
                Field.JOB_ID,
                id.toString().getBytes(UTF_8),
                Field.TYPE,
                "work".getBytes(UTF_8),
                Field.PAYLOAD,
                NO_TEXT));
  }
}
