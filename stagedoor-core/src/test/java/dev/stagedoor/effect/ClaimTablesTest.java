package dev.stagedoor.effect;

import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.Claim.Done;
import dev.stagedoor.effect.Claim.Mine;
import dev.stagedoor.effect.Claim.Unknown;
import dev.stagedoor.event.RunRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimTablesTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final ClaimTable SENDS =
      ClaimTable.named("sends").subject("order_id").doneAt("sent_at");
  private final ClaimTables tables = new ClaimTables();

  @Test
  void aMissingTableNamesTheStatementThatMakesIt() throws SQLException {
    run(JOBS.database(), "DROP TABLE IF EXISTS sends");
    List<String> faults = prove(SENDS);
    assertThat(faults).hasSize(1);
    run(JOBS.database(), faults.get(0).replaceFirst(".*: CREATE", "CREATE"));
    assertThat(prove(SENDS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "UNIQUE (order_id)",
        "UNIQUE (order_id, kind, claimed_at)",
        "UNIQUE (order_id, kind) DEFERRABLE",
        "CHECK (order_id > 0)"
      })
  void anythingButAUniqueIndexOnExactlySubjectAndKindIsNotEnough(String constraint)
      throws SQLException {
    create("kind text, sent_at timestamptz" + (constraint.isEmpty() ? "" : ", " + constraint));
    assertThat(prove(SENDS))
        .containsExactly(
            "claim table sends has no unique index on exactly order_id, kind: CREATE UNIQUE INDEX"
                + " ON sends (order_id, kind)");
    run(JOBS.database(), "CREATE UNIQUE INDEX ON sends (order_id, kind) WHERE sent_at IS NULL");
    assertThat(prove(SENDS)).hasSize(1);
    run(JOBS.database(), "CREATE UNIQUE INDEX ON sends (kind, order_id) INCLUDE (sent_at)");
    assertThat(prove(SENDS)).isEmpty();
  }

  @Test
  void everyWrongColumnIsNamedWithItsMend() throws SQLException {
    run(JOBS.database(), "DROP TABLE IF EXISTS sends");
    run(
        JOBS.database(),
        "CREATE TABLE sends (order_id numeric, claimed_at timestamp, sent_at date, buyer text NOT"
            + " NULL, id serial NOT NULL)");
    assertThat(prove(SENDS))
        .containsExactly(
            "column order_id of claim table sends is numeric: ALTER TABLE sends ALTER COLUMN"
                + " order_id TYPE bigint",
            "claim table sends has no column kind: ALTER TABLE sends ADD COLUMN kind text",
            "column claimed_at of claim table sends is timestamp without time zone: ALTER TABLE"
                + " sends ALTER COLUMN claimed_at TYPE timestamptz",
            "column sent_at of claim table sends is date: ALTER TABLE sends ALTER COLUMN sent_at"
                + " TYPE timestamptz",
            "column claimed_at of claim table sends may be null: ALTER TABLE sends ALTER COLUMN"
                + " claimed_at SET NOT NULL",
            "column buyer of claim table sends must be given, and a claim does not know it: ALTER"
                + " TABLE sends ALTER COLUMN buyer DROP NOT NULL, or SET DEFAULT");
  }

  @Test
  void aSubjectIsWrittenInOneWayOnly() throws SQLException {
    create("kind varchar(20), sent_at timestamptz, UNIQUE (order_id, kind)");
    assertThatThrownBy(() -> claim("007").take(null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("subject \"007\": column order_id of claim table sends is bigint, write it 7");
    assertThatThrownBy(() -> claim("abc").take(null, null))
        .hasMessageEndingWith("is bigint, give such a value");
    assertThat(claim("7").take(null, null)).isInstanceOf(Mine.class);
  }

  @Test
  void aUuidIsASubject() throws SQLException {
    run(JOBS.database(), "DROP TABLE IF EXISTS sends");
    run(
        JOBS.database(),
        "CREATE TABLE sends (order_id uuid, kind text, claimed_at timestamptz NOT NULL, sent_at"
            + " timestamptz, PRIMARY KEY (order_id, kind))");
    assertThat(prove(SENDS)).isEmpty();
    assertThat(claim("01890a5d-ac96-774b-bcce-b302099a8057").take(null, null))
        .isInstanceOf(Mine.class);
    assertThatThrownBy(() -> claim("01890A5D-AC96-774B-BCCE-B302099A8057").take(null, null))
        .hasMessageEndingWith("write it 01890a5d-ac96-774b-bcce-b302099a8057");
  }

  @Test
  void rowsFromBeforeStagedoorCountAsTriedWhenTheyWereClaimed() throws SQLException {
    create("kind text, sent_at timestamptz, UNIQUE (order_id, kind)");
    run(
        JOBS.database(),
        "INSERT INTO sends (order_id, kind, claimed_at, sent_at) VALUES"
            + " (101, 'mail', now() - '1 h'::interval, now()),"
            + " (102, 'mail', now() - '1 h'::interval, NULL),"
            + " (103, 'mail', now() - '25 h'::interval, NULL)");
    assertThat(claim("101").take(null, null)).isInstanceOf(Done.class);
    assertThat(claim("102").take(null, null)).isInstanceOf(Mine.class);
    assertThat(
            dev.stagedoor.schema.FreshSchema.row(
                JOBS.database(),
                "SELECT claimed_at - first_tried_at > '59 min' FROM stagedoor.effects WHERE"
                    + " subject = '102'"))
        .isEqualTo("t");
    Unknown unknown = (Unknown) claim("103").take(null, null);
    assertThat(claim("103").park(unknown.tries(), "who knows", false)).isTrue();
    assertThat(claim("103").take(null, null)).isInstanceOf(Claim.Parked.class);
  }

  @Test
  void whatWasSentIsNotSentAgainByResettingTheRow() throws SQLException {
    create("kind text, sent_at timestamptz, UNIQUE (order_id, kind)");
    Claim claim = claim("201");
    ClaimFixture.mine(claim.take(null, null));
    claim.done("msg-1");
    run(
        JOBS.database(),
        "UPDATE sends SET sent_at = NULL, claimed_at = '-infinity' WHERE order_id = 201");
    assertThat(claim.take(null, null)).isEqualTo(new Done("msg-1", false));
    claim.done("msg-1");
    assertThat(claim.take(null, null)).isEqualTo(new Done("msg-1", true));
    run(JOBS.database(), "DELETE FROM sends WHERE order_id = 201");
    assertThat(claim.take(null, null)).isEqualTo(new Done("msg-1", true));
  }

  private static void create(String columns) throws SQLException {
    run(JOBS.database(), "DROP TABLE IF EXISTS sends");
    run(
        JOBS.database(),
        "CREATE TABLE sends (order_id bigint, claimed_at timestamptz NOT NULL, " + columns + ")");
  }

  private Claim claim(String subject) throws SQLException {
    RunRef run = JOBS.liveRun();
    EffectType type = EffectType.of("mail").in(SENDS);
    Claim.Terms terms =
        new Claim.Terms(
            type,
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            type.keysKept().orElse(null),
            false);
    return new Claim(JOBS.transactions(), tables, terms, subject, run);
  }

  private static List<String> prove(ClaimTable table) throws SQLException {
    try (Connection connection = JOBS.database().getConnection()) {
      return ClaimTables.prove(connection, table);
    }
  }
}
