package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is lent is known until it is closed, whoever closes it. */
class LentConnectionsTest {
  private final DataSource database = TestServers.freshDatabase();

  @Test
  void whatWasClosedUnderneathIsNotOpen() throws SQLException {
    LentConnections lent = new LentConnections(database);
    Connection taken = lent.asDataSource().getConnection();
    assertThat(lent.open()).hasSize(1);
    taken.unwrap(org.postgresql.PGConnection.class);
    lent.open().get(0).connection().close();

    assertThat(lent.open()).isEmpty();
  }

  @Test
  void oneThatCannotBeClosedIsNoReasonToLeaveTheOthers() throws SQLException {
    LentConnections lent = new LentConnections(stubborn());
    Connection first = lent.asDataSource().getConnection();
    Connection second = lent.asDataSource().getConnection();

    assertThatThrownBy(lent::closeAll).isInstanceOf(SQLException.class).hasMessage("not now");
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isTrue();
  }

  /** Its connections close, and complain. */
  private DataSource stubborn() {
    return Reflected.proxy(
        DataSource.class,
        new Reflected(database) {
          @Override
          @Nullable Object called(Object proxy, Method method, @Nullable Object[] args)
              throws Throwable {
            return Reflected.proxy(Connection.class, new Stubborn(pass(method, args)));
          }
        });
  }

  private static final class Stubborn extends Reflected {
    private Stubborn(@Nullable Object target) {
      super(java.util.Objects.requireNonNull(target));
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      Object result = pass(method, args);
      if (method.getName().equals("close")) {
        throw new SQLException("not now");
      }
      return result;
    }
  }
}
