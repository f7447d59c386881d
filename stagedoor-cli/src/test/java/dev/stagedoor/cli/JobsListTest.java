package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JobsListTest {
  private static final FreshDatabase DATABASE = FreshDatabase.migrated();

  @BeforeAll
  static void oneJobInEachState() throws SQLException {
    DATABASE.execute(
        """
          INSERT INTO stagedoor.outbox
            (id, queue, type, payload, due_at, age_from, state, stuck_at, failures, unique_key,
             mark_stream, mark_epoch, mark_entry, marked_at)
          VALUES
            ('00000000-0000-7000-8000-000000000001', 'default', 'render', '{}',
             '2999-01-01 00:00+01', now(), 'live', NULL, 0, NULL, NULL, NULL, NULL, NULL),
            ('00000000-0000-7000-8000-000000000002', 'default', 'render', '{}',
             '2020-01-01 00:00+00', now(), 'live', NULL, 1, NULL, NULL, NULL, NULL, NULL),
            ('00000000-0000-7000-8000-000000000003', 'mail', 'send', '{}',
             '2020-01-01 00:00+00', now(), 'live', NULL, 0, NULL, 's', 1, '1-0', now()),
            ('00000000-0000-7000-8000-000000000004', 'mail', 'send', '{}',
             '2020-01-01 00:00+00', now(), 'parked', now(), 0, 'k', NULL, NULL, NULL, NULL),
            ('00000000-0000-7000-8000-000000000005', 'mail', 'send',
             '{"orderId":9007199254740993}',
             '2020-01-01 00:00+00', now(), 'dead', '2020-01-02 03:04:05.678901+00', 13, NULL,
             NULL, NULL, NULL, NULL);
          INSERT INTO stagedoor.processed_jobs
            (job_id, step, type, queue, outcome, attempt, run, worker, started_at)
          VALUES
            ('00000000-0000-7000-8000-000000000006', '', 'send', 'mail', 'completed', 2, 1, 'w', now()),
            ('00000000-0000-7000-8000-000000000007', '', 'send', 'mail', 'cancelled', 1, 0, 'w', now()),
            ('00000000-0000-7000-8000-000000000005', 'count', 'send', 'mail', 'applied', 1, 0, 'w', now());
          INSERT INTO stagedoor.job_runs (job_id, type, attempt, run, worker, outcome, cause)
          VALUES ('00000000-0000-7000-8000-000000000005', 'send', 13, 0, 'w', 'dead',
                  E'the provider said\\n no \\u001b[31m@|red|@')
          """);
  }

  private static CommandLines list(String... more) {
    String[] args = new String[more.length + 4];
    System.arraycopy(new String[] {"jobs", "list", "--postgres", DATABASE.url()}, 0, args, 0, 4);
    System.arraycopy(more, 0, args, 4, more.length);
    return CommandLines.run(args);
  }

  private static JsonNode json(String... more) {
    CommandLines listed = list(more);
    assertThat(listed.exit()).isZero();
    assertThat(listed.err()).isEmpty();
    assertThat(listed.out()).hasLineCount(1);
    return JsonMapper.shared().readTree(listed.out());
  }

  @ParameterizedTest
  @CsvSource({
    "waiting,1",
    "due,2",
    "published,3",
    "parked,4",
    "dead,5",
    "completed,6",
    "cancelled,7"
  })
  void eachStateListsItsOwn(String state, int which) {
    JsonNode jobs = json("--json", "--state", state).get("jobs");

    assertThat(jobs).hasSize(1);
    assertThat(jobs.get(0).get("id").asString())
        .isEqualTo("00000000-0000-7000-8000-00000000000" + which);
    assertThat(jobs.get(0).get("state").asString()).isEqualTo(state);
  }

  @Test
  void jsonKeepsIdsAndPayloadsAsTextAndTimesInUtc() {
    JsonNode answer = json("--json", "--state", "dead");
    JsonNode job = answer.get("jobs").get(0);

    assertThat(answer.get("v").asInt()).isEqualTo(1);
    assertThat(job.propertyNames())
        .containsExactly(
            "id",
            "type",
            "queue",
            "state",
            "priority",
            "dueAt",
            "attempt",
            "run",
            "failures",
            "crashes",
            "uniqueKey",
            "requestId",
            "createdAt",
            "endedAt",
            "cause",
            "payload");
    assertThat(job.get("id").isString()).isTrue();
    assertThat(job.get("payload").asString()).isEqualTo("{\"orderId\":9007199254740993}");
    assertThat(job.get("endedAt").asString()).isEqualTo("2020-01-02T03:04:05.678901Z");
    assertThat(job.get("failures").asInt()).isEqualTo(13);
    assertThat(job.get("uniqueKey").isNull()).isTrue();
    assertThat(job.get("cause").asString()).isEqualTo("the provider said\n no \u001b[31m@|red|@");
  }

  @Test
  void aTimeInAnotherZoneIsToldInUtc() {
    assertThat(json("--json", "--state", "waiting").at("/jobs/0/dueAt").asString())
        .isEqualTo("2998-12-31T23:00:00Z");
  }

  @Test
  void filtersAddUpAndTheNewestComesFirst() {
    assertThat(json("--json").get("jobs")).hasSize(7);
    assertThat(json("--json", "--type", "render").get("jobs")).hasSize(2);
    assertThat(json("--json", "--queue", "mail", "--state", "due").get("jobs")).isEmpty();
    JsonNode two = json("--json", "--limit", "2").get("jobs");
    assertThat(two).hasSize(2);
    assertThat(two.get(0).get("state").asString()).isEqualTo("cancelled");
  }

  @Test
  void theTableIsForPeopleAndWhatIsStoredCannotSteerTheirTerminal() {
    CommandLines listed = list();

    assertThat(listed.exit()).isZero();
    assertThat(listed.out()).hasLineCount(8).doesNotContain("\u001b");
    assertThat(listed.out().lines().findFirst())
        .hasValueSatisfying(head -> assertThat(head).startsWith("ID ").endsWith("CAUSE"));
    assertThat(listed.out())
        .contains("  dead       send    mail     2020-01-01T00:00:00Z  2020-01-02T03:04:05.678Z")
        .contains("the provider said no ?[31m@|red|@");
  }

  @Test
  void nothingToListIsSaid() {
    assertThat(list("--type", "nothing").out()).isEqualToIgnoringNewLines("no jobs");
    assertThat(list("--type", "nothing", "--json").out())
        .isEqualToIgnoringNewLines("{\"v\":1,\"jobs\":[]}");
  }
}
