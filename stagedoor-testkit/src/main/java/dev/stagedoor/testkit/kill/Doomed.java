package dev.stagedoor.testkit.kill;

import dev.stagedoor.testkit.world.Boundary;
import dev.stagedoor.testkit.world.Order;
import dev.stagedoor.testkit.world.Stops;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The run in the child process: goes on until it comes to the boundary where it is to be killed,
 * says so, and waits for it.
 */
public final class Doomed implements Stops {
  /** What stands between label and detail of a boundary. */
  static final String BETWEEN = "\t";

  private final Link parent;
  private final int at;
  private int passed;

  /**
   * @param at the number of the boundary, from 1
   */
  public Doomed(Link parent, int at) {
    this.parent = parent;
    this.at = at;
  }

  @Override
  public Order reach(Boundary boundary) {
    boolean last = ++passed == at;
    parent.say(
        (last ? "AT " : "PASSES ")
            + boundary.kind()
            + " "
            + oneLine(boundary.label())
            + BETWEEN
            + oneLine(boundary.detail()));
    if (last) {
      awaitTheEnd();
    }
    return Order.GO;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private static void awaitTheEnd() {
    while (true) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // nothing but SIGKILL ends it
      }
    }
  }

  /** A client whose calls are done in the parent, where the model is. */
  public <C> C client(Class<C> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) ->
                method.getDeclaringClass() == Object.class
                    ? ofObject(proxy, method, args)
                    : parent.call(type, method, args == null ? new Object[0] : args)));
  }

  private static Object ofObject(Object proxy, Method method, @Nullable Object[] args) {
    return switch (method.getName()) {
      case "equals" -> proxy == args[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "a client in another process";
    };
  }
}
