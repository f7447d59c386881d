package dev.stagedoor.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the test that plays one interleaving: it calls the test that found it. What JUnit does
 * around that one is not done then, so where it does something only the annotation is written.
 */
final class ReplaySource {
  private static final Set<String> AROUND =
      Set.of("BeforeAll", "BeforeEach", "AfterEach", "AfterAll");
  private static final Set<String> ON_FIELDS =
      Set.of("TempDir", "RegisterExtension", "Autowired", "Inject");

  private final String replay;
  private final String name;

  /**
   * @param verdict and effect name the method; the effect is empty where it is about none
   */
  ReplaySource(String replay, String verdict, String effect) {
    this.replay = replay;
    this.name =
        Stream.of(verdict, effect)
            .filter(word -> !word.isEmpty())
            .map(word -> word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "_"))
            .collect(Collectors.joining("_of_"));
  }

  String of(Optional<Method> test) {
    return test.isEmpty() ? line("no test is on the stack") : of(test.get());
  }

  private String of(Method test) {
    Optional<String> obstacle = obstacle(test);
    return obstacle.isPresent()
        ? line(TestName.of(test) + " cannot be called from another test: " + obstacle.get())
        : source(test);
  }

  private String line(String why) {
    return "@Replay(\"" + replay + "\")\n// above the test; no class of its own: " + why + "\n";
  }

  private String source(Method test) {
    Class<?> type = test.getDeclaringClass();
    String packageName = type.getPackageName();
    String called = type.getName().substring(packageName.isEmpty() ? 0 : packageName.length() + 1);
    return (packageName.isEmpty() ? "" : "package " + packageName + ";\n\n")
        + """
        import dev.stagedoor.testkit.Replay;
        import org.junit.jupiter.api.Test;

        class %sReplayTest {
          @Test
          @Replay("%s")
          void %s() throws Exception {
            %s.%s();
          }
        }
        """
            .formatted(
                called.replace("$", ""),
                replay,
                name,
                Modifier.isStatic(test.getModifiers())
                    ? called.replace('$', '.')
                    : "new " + called.replace('$', '.') + "()",
                test.getName());
  }

  /** Why the test cannot simply be called. */
  private static Optional<String> obstacle(Method test) {
    Class<?> type = test.getDeclaringClass();
    if (Modifier.isPrivate(test.getModifiers())) {
      return Optional.of("it is private");
    }
    if (test.getParameterCount() > 0) {
      return Optional.of("it has parameters");
    }
    return isMade(type) ? around(type) : Optional.of("no new " + type.getSimpleName() + "()");
  }

  private static boolean isMade(Class<?> type) {
    boolean named = type.getCanonicalName() != null && isSeen(type);
    boolean inner = type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers());
    return named
        && !inner
        && !Modifier.isAbstract(type.getModifiers())
        && Arrays.stream(type.getDeclaredConstructors()).anyMatch(ReplaySource::takesNothing);
  }

  private static boolean isSeen(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return !Modifier.isPrivate(type.getModifiers()) && (outer == null || isSeen(outer));
  }

  private static boolean takesNothing(Constructor<?> made) {
    return made.getParameterCount() == 0 && !Modifier.isPrivate(made.getModifiers());
  }

  private static Optional<String> around(Class<?> type) {
    return lineage(type)
        .flatMap(
            each ->
                Stream.concat(
                    annotated(each.getDeclaredMethods(), AROUND),
                    annotated(each.getDeclaredFields(), ON_FIELDS)))
        .findFirst()
        .map(found -> "its class has " + found);
  }

  private static Stream<Class<?>> lineage(Class<?> type) {
    return Stream.<Class<?>>iterate(type, each -> each != null, each -> each.getSuperclass());
  }

  private static <M extends java.lang.reflect.AnnotatedElement> Stream<String> annotated(
      M[] members, Set<String> names) {
    return Arrays.stream(members)
        .flatMap(member -> Arrays.stream(member.getAnnotations()))
        .map(annotation -> annotation.annotationType().getSimpleName())
        .filter(names::contains)
        .map(found -> "@" + found);
  }
}
