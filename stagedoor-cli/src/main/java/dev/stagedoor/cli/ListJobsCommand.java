package dev.stagedoor.cli;

import dev.stagedoor.schema.Migrations;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jobs list}: jobs, newest first. Changes nothing. */
@Command(name = "list", description = "List jobs, newest first.")
public final class ListJobsCommand implements Callable<Integer> {
  private static final int MOST = 10_000;

  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Mixin private final PostgresOption postgres = new PostgresOption();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      converter = JobState.Converter.class,
      description = "waiting, due, published, parked, dead, completed or cancelled.")
  private @Nullable JobState state;

  @Option(names = "--type", paramLabel = "TYPE", description = "Jobs of this type only.")
  private @Nullable String type;

  @Option(names = "--queue", paramLabel = "QUEUE", description = "Jobs of this queue only.")
  private @Nullable String queue;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "At most so many, 1 to 10000; 50 unless given.")
  private int limit;

  @Option(names = "--json", description = "One JSON object on one line.")
  private boolean json;

  @Override
  public Integer call() {
    if (limit < 1 || limit > MOST) {
      throw new ParameterException(
          spec.commandLine(), "--limit is " + limit + ": give 1 to " + MOST);
    }
    List<ListedJob> jobs = read(postgres.require());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JobsJson.of(jobs));
    } else {
      new JobsTable(jobs, Commands.ansi()).lines().forEach(out::println);
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<ListedJob> read(PostgresUrl postgres) {
    try (Connection connection = postgres.connect()) {
      Migrations.check(connection);
      return read(connection);
    } catch (SQLException e) {
      throw postgres.explained(e);
    }
  }

  private List<ListedJob> read(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(JobsSql.LIST)) {
      String wanted = state == null ? null : state.word();
      int next = 1;
      for (String filter : new @Nullable String[] {wanted, wanted, type, type, queue, queue}) {
        statement.setString(next++, filter);
      }
      statement.setInt(next, limit);
      return rows(statement);
    }
  }

  private static List<ListedJob> rows(PreparedStatement statement) throws SQLException {
    List<ListedJob> jobs = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        jobs.add(ListedJob.of(row));
      }
    }
    return jobs;
  }
}
