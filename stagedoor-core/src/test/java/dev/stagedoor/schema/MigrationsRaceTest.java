package dev.stagedoor.schema;

import static dev.stagedoor.schema.FreshSchema.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.SideThread;
import dev.stagedoor.tx.Transactions;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("race")
class MigrationsRaceTest {

  @ParameterizedTest
  @ValueSource(strings = {"read committed", "repeatable read"})
  void theSecondMigratorWaitsAndFindsItDone(String isolation) throws Exception {
    DataSource database = TestServers.freshDatabase();
    FreshSchema.run(
        database,
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = ''"
            + isolation
            + "''', current_database()); END $$");
    Transactions transactions = new JdbcTransactions(database, Events.none());
    SideThread<Integer> second =
        transactions.<SideThread<Integer>, Exception>open(
            c -> {
              Migrations.migrate(c, Script.all());
              SideThread<Integer> other = SideThread.start(() -> Migrations.migrate(transactions));
              SideThread.awaitBlocked(database);
              return other;
            });
    assertThat(second.result()).isZero();
    assertThat(rows(database, "SELECT version FROM stagedoor.schema_version"))
        .isEqualTo(List.of("1", "2"));
  }
}
