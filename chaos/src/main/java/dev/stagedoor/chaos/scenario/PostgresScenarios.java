package dev.stagedoor.chaos.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL that restarts, throws sessions out, and takes no writes. */
final class PostgresScenarios {
  /** Never 0 rows for long: the processes come back. */
  private static final String TERMINATE =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE datname = current_database() AND application_name = 'chaos'";

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
              "postgres-restarted",
              "PostgreSQL is stopped or killed, and started again",
              Needs.STANDARD.withTwins(),
              PostgresScenarios::restart),
          Scenario.of(
              "backends-terminated",
              "pg_terminate_backend of every session of the processes",
              Needs.STANDARD.withTwins(),
              PostgresScenarios::terminate),
          Scenario.of(
              "connections-exhausted",
              "no session is free: too many connections",
              Needs.STANDARD.withTwins(),
              PostgresScenarios::exhaust),
          Scenario.of(
              "postgres-read-only",
              "no transaction may write",
              Needs.STANDARD.withTwins(),
              PostgresScenarios::readOnly),
          Scenario.of(
              "commit-replies-lost",
              "the answer to a COMMIT is lost with its connection",
              Needs.STANDARD.onWires().withTwins(),
              PostgresScenarios::loseCommits));

  private PostgresScenarios() {}

  private static void restart(Field field) throws Exception {
    for (int i = 0; field.goesOn(); i++) {
      field.pause(300, 1_500);
      boolean killed = i % 2 == 1;
      field.restart(
          () -> {
            if (killed) {
              field.postgres().crash();
              field.postgres().startAgain();
            } else {
              field.postgres().restart();
            }
          });
    }
  }

  private static void terminate(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(100, 1_000);
      field.execute(TERMINATE);
    }
  }

  private static void exhaust(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_000);
      List<Connection> all = new ArrayList<>();
      try {
        field.execute(TERMINATE);
        takeAll(field, all);
        field.pause(300, 2_000);
      } finally {
        for (Connection each : all) {
          each.close();
        }
      }
    }
  }

  /** Until the server has no more, which is what is wanted. */
  private static void takeAll(Field field, List<Connection> all) throws SQLException {
    try {
      while (true) {
        all.add(field.postgres().dataSource().getConnection());
      }
    } catch (SQLException e) {
      if (!"53300".equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private static void readOnly(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_000);
      field.execute("ALTER SYSTEM SET default_transaction_read_only = on");
      field.execute("SELECT pg_reload_conf()");
      field.pause(300, 2_000);
      field.execute("ALTER SYSTEM RESET default_transaction_read_only");
      field.execute("SELECT pg_reload_conf()");
    }
  }

  private static void loseCommits(Field field) throws Exception {
    while (field.goesOn()) {
      field.wires().postgres().loseAnswer(answer -> answer.contains("COMMIT\0"));
      field.pause(20, 200);
    }
  }
}
