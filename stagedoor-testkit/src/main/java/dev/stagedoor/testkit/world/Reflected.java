package dev.stagedoor.testkit.world;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proxies that pass calls on: what each of ours has in common. */
abstract class Reflected implements InvocationHandler {
  private static final Set<String> WAYS_BACK = Set.of("getStatement", "getConnection");

  private final Object target;

  Reflected(Object target) {
    this.target = target;
  }

  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    ClassLoader loader = type.getClassLoader() == null ? loader() : type.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
  }

  /** What the driver gave, but for the way back from it, {@code getStatement} and the like. */
  static <T> T leadingBack(Class<T> type, @Nullable Object given, Object owner) {
    return proxy(
        type,
        new Reflected(Objects.requireNonNull(given)) {
          @Override
          @Nullable Object called(Object proxy, Method method, @Nullable Object[] args)
              throws Throwable {
            boolean back = args.length == 0 && method.getReturnType().isInstance(owner);
            return back && WAYS_BACK.contains(method.getName()) ? owner : pass(method, args);
          }
        });
  }

  private static ClassLoader loader() {
    return Reflected.class.getClassLoader();
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    @Nullable Object[] given = args == null ? new Object[0] : args;
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == given[0];
        case "hashCode" -> System.identityHashCode(proxy);
        default -> "seen " + target;
      };
    }
    if (method.getName().equals("unwrap") && given[0] instanceof Class<?> type) {
      return type.isInstance(proxy) ? proxy : pass(method, given);
    }
    if (method.getName().equals("isWrapperFor")
        && given[0] instanceof Class<?> type
        && type.isInstance(proxy)) {
      return true;
    }
    return called(proxy, method, given);
  }

  final Object target() {
    return target;
  }

  abstract @Nullable Object called(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable;

  /** The call itself; throws what the target throws. */
  @Nullable Object pass(Method method, @Nullable Object... args) throws Throwable {
    try {
      method.setAccessible(true); // tests keep their clients package-private
      return method.invoke(target, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
