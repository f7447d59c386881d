package dev.stagedoor.testkit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/** The test that is running, by the stack: the method that carries a test's annotation. */
final class TestName {
  private TestName() {}

  /** {@code Class#method}; empty if no test is on this thread's stack. */
  static String ofCaller() {
    Optional<String> name =
        StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
            .walk(
                frames ->
                    frames
                        .filter(f -> isTest(f.getDeclaringClass(), f.getMethodName()))
                        .map(f -> f.getDeclaringClass().getName() + "#" + f.getMethodName())
                        .findFirst());
    return name.orElse("");
  }

  private static boolean isTest(Class<?> type, String method) {
    return !type.getName().startsWith("java.")
        && Arrays.stream(type.getDeclaredMethods())
            .filter(m -> m.getName().equals(method))
            .flatMap(TestName::annotations)
            .anyMatch(TestName::isTestable);
  }

  private static java.util.stream.Stream<Annotation> annotations(Method method) {
    return Arrays.stream(method.getAnnotations());
  }

  /** JUnit's own annotations say so by one of theirs; by name, since JUnit need not be there. */
  private static boolean isTestable(Annotation annotation) {
    return Arrays.stream(annotation.annotationType().getAnnotations())
            .anyMatch(meta -> meta.annotationType().getSimpleName().equals("Testable"))
        || annotation.annotationType().getSimpleName().equals("Test");
  }
}
