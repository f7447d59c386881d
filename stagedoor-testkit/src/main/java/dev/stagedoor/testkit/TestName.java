package dev.stagedoor.testkit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** The test that is running, by the stack: the method that carries a test's annotation. */
final class TestName {
  private TestName() {}

  /** {@code Class#method}; empty if no test is on this thread's stack. */
  static String ofCaller() {
    return methodOfCaller().map(TestName::of).orElse("");
  }

  static String of(Method test) {
    return test.getDeclaringClass().getName() + "#" + test.getName();
  }

  /** Of several methods of the name, one that carries the annotation. */
  static Optional<Method> methodOfCaller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames.flatMap(f -> tests(f.getDeclaringClass(), f.getMethodName())).findFirst());
  }

  private static Stream<Method> tests(Class<?> type, String method) {
    return type.getName().startsWith("java.")
        ? Stream.empty()
        : Arrays.stream(type.getDeclaredMethods())
            .filter(m -> m.getName().equals(method))
            .filter(m -> Arrays.stream(m.getAnnotations()).anyMatch(TestName::isTestable));
  }

  /** JUnit's own annotations say so by one of theirs; by name, since JUnit need not be there. */
  private static boolean isTestable(Annotation annotation) {
    return Arrays.stream(annotation.annotationType().getAnnotations())
            .anyMatch(meta -> meta.annotationType().getSimpleName().equals("Testable"))
        || annotation.annotationType().getSimpleName().equals("Test");
  }
}
