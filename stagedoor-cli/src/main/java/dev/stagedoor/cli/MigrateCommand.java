package dev.stagedoor.cli;

import dev.stagedoor.event.Events;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.TransactionFailed;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code migrate}: brings the schema to the version of this program. */
@Command(
    name = "migrate",
    description = "Create the schema, or bring it to the version of this program.")
public final class MigrateCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Mixin private final PostgresOption postgres = new PostgresOption();

  @Override
  public Integer call() {
    int ran = migrate(postgres.require());
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        ran == 0
            ? "the schema stagedoor is up to date"
            : "the schema stagedoor is up to date now, scripts run: " + ran);
    out.flush();
    return ExitCode.OK;
  }

  private static int migrate(PostgresUrl postgres) {
    postgres.requireReachable();
    try {
      return Migrations.migrate(new JdbcTransactions(postgres.dataSource(), Events.none()));
    } catch (SQLException e) {
      throw postgres.explained(e);
    } catch (TransactionFailed e) {
      throw e.getCause() instanceof SQLException refusal ? postgres.explained(refusal) : e;
    }
  }
}
