package dev.stagedoor.boxoffice.web;

import dev.stagedoor.outbox.Outbox;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** The real outbox; counts nudges, and before it enqueues it does what it is told. */
final class WatchedOutbox {
  /** The jobs of orders, as rows. */
  static final String VIEW =
      """
      CREATE VIEW jobs AS
        SELECT type, (payload::jsonb ->> 'orderId')::bigint AS order_id, request_id, traceparent
          FROM stagedoor.outbox
      """;

  final AtomicInteger nudges = new AtomicInteger();
  volatile Runnable meanwhile = () -> {};
  private final Outbox real;

  WatchedOutbox(DataSource database) {
    real = Outbox.on(database);
  }

  Outbox watched() {
    return (Outbox)
        Proxy.newProxyInstance(
            Outbox.class.getClassLoader(),
            new Class<?>[] {Outbox.class},
            (proxy, method, args) -> call(method, args));
  }

  private Object call(Method method, Object[] args) throws Throwable {
    if (method.getName().startsWith("enqueue")) {
      meanwhile.run();
    } else if (method.getName().equals("nudge")) {
      nudges.incrementAndGet();
    }
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
