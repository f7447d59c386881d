package dev.stagedoor.chaos.broken;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Map;
import javax.sql.DataSource;

/** Statements that ask for less than they should. */
final class RewrittenSql {
  /** The write of an outcome, without its fences. */
  static final Map<String, String> UNFENCED =
      Map.of(
          "ON o.id = g.id AND o.attempt = g.attempt\n   WHERE o.run = g.run AND",
          "ON o.id = g.id\n   WHERE");

  private RewrittenSql() {}

  static DataSource in(DataSource database, Map<String, String> instead) {
    return proxy(
        DataSource.class,
        (self, method, arguments) -> {
          Object answer = call(database, method, arguments);
          return answer instanceof Connection connection ? rewriting(connection, instead) : answer;
        });
  }

  private static Connection rewriting(Connection connection, Map<String, String> instead) {
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("prepareStatement")) {
            arguments[0] = rewritten((String) arguments[0], instead);
          }
          return call(connection, method, arguments);
        });
  }

  private static String rewritten(String sql, Map<String, String> instead) {
    String rewritten = sql;
    for (Map.Entry<String, String> each : instead.entrySet()) {
      rewritten = rewritten.replace(each.getKey(), each.getValue());
    }
    return rewritten;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
