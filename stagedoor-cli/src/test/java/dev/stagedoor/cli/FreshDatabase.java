package dev.stagedoor.cli;

import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/** An empty database of the test's own, and the address that a person would type. */
record FreshDatabase(PGSimpleDataSource source) {
  static FreshDatabase make() {
    return new FreshDatabase(TestServers.freshDatabase());
  }

  static FreshDatabase migrated() {
    FreshDatabase made = make();
    CommandLines migrated = CommandLines.run("migrate", "--postgres", made.url());
    if (migrated.exit() != 0) {
      throw new AssertionError(migrated.toString());
    }
    return made;
  }

  String url() {
    return url(String.valueOf(source.getUser()), String.valueOf(source.getPassword()));
  }

  String url(String user, String password) {
    return "postgres://%s:%s@127.0.0.1:%d/%s"
        .formatted(user, password, source.getPortNumbers()[0], source.getDatabaseName());
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
