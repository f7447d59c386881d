package dev.stagedoor.tx;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The connection that a transaction's body gets: whoever opened the transaction ends it, so what
 * would end it earlier is refused. All else, {@code unwrap} and savepoints included, goes through.
 */
final class GuardedConnection implements InvocationHandler {
  private final Connection connection;

  private GuardedConnection(Connection connection) {
    this.connection = connection;
  }

  static Connection of(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            GuardedConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new GuardedConnection(connection));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    switch (method.getName()) {
      case "commit", "close", "abort" -> throw refused(method.getName());
      case "rollback" -> {
        if (args == null) {
          throw refused("rollback");
        }
      }
      case "setAutoCommit" -> {
        if (args != null && Boolean.TRUE.equals(args[0])) {
          throw refused("setAutoCommit(true)"); // it would commit
        }
      }
      case "equals" -> {
        return args != null && proxy == args[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      default -> {}
    }
    try {
      return method.invoke(connection, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static IllegalStateException refused(String what) {
    return new IllegalStateException(
        what
            + " is refused: this transaction commits when its body returns; throw to roll it back");
  }
}
