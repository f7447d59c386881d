package dev.stagedoor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where things live, and what may not be there: a package imports only those named before it. */
class LayersTest {
  static final List<String> ORDER =
      Stream.of(
              "loop",
              "job",
              "event",
              "tx",
              "schema",
              "history",
              "queue",
              "effect",
              "outbox",
              "stream",
              "relay",
              "schedule",
              "handler",
              "worker")
          .map("dev.stagedoor."::concat)
          .toList();
  private static final String ROOT = "dev.stagedoor";
  private static final Set<String> NO_CONCEPTS =
      Set.of("util", "utils", "common", "impl", "manager", "helper", "helpers");
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .importPath(SourceFile.root().resolve("stagedoor-core/target/classes"));
  private static final List<SourceFile> SOURCES = SourceFile.all();

  static IntStream places() {
    return IntStream.range(0, ORDER.size());
  }

  @ParameterizedTest
  @MethodSource("places")
  void aPackageImportsOnlyThoseNamedBeforeIt(int place) {
    String[] later =
        Stream.concat(ORDER.stream().skip(place + 1L).map(name -> name + ".."), Stream.of(ROOT))
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAPackage(ORDER.get(place) + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(later)
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void everyPackageHasItsPlace() {
    assertThat(CORE.stream().map(JavaClass::getPackageName).distinct())
        .isNotEmpty()
        .allMatch(name -> name.equals(ROOT) || ORDER.stream().anyMatch(name::startsWith));
  }

  @Test
  void packagesAreNamedAfterConceptsAndAreNoDeeperThanTwo() {
    assertThat(offenders(s -> s.packageNames().stream().anyMatch(NO_CONCEPTS::contains))).isEmpty();
    assertThat(offenders(s -> s.packageNames().size() > 4)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    Set<String> marked =
        SOURCES.stream()
            .filter(s -> s.simpleName().equals("package-info") && s.text().contains("@NullMarked"))
            .map(LayersTest::place)
            .collect(toCollection(TreeSet::new));

    assertThat(offenders(s -> !s.isTest() && !marked.contains(place(s)))).isEmpty();
  }

  private static String place(SourceFile source) {
    return source.module() + source.packageNames();
  }

  @Test
  void C21_coreReadsNoClockAndMintsNoIdOutsideItsSeams() {
    noClasses()
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(Clock.class, "systemDefaultZone")
        .check(CORE);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.stagedoor.loop.Ticker")
        .should()
        .callMethod(System.class, "nanoTime")
        .check(CORE);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.stagedoor.loop.Ids")
        .should()
        .callMethod(UUID.class, "randomUUID")
        .check(CORE);
  }

  @Test
  void theOtherModulesOfTheLibraryReadNoClockEither() {
    Set<String> library = Set.of("stagedoor-core", "stagedoor-redis", "stagedoor-cli");
    Set<String> seams = Set.of("Ticker", "Ids");
    Predicate<SourceFile> clock =
        code(
            "System\\s*(\\.|::)\\s*(currentTimeMillis|nanoTime)|(Instant|DateTime|LocalDate)\\s*"
                + "(\\.|::)\\s*now|UUID\\s*(\\.|::)\\s*randomUUID");

    assertThat(
            offenders(
                s ->
                    !s.isTest()
                        && library.contains(s.module())
                        && !seams.contains(s.simpleName())
                        && clock.test(s)))
        .isEmpty();
  }

  /** A pooler gives each transaction another session, and a notification may never come. */
  @Test
  void C62_C63_noStatementRestsOnItsSessionOrWaitsToBeNotified() {
    Pattern banned =
        Pattern.compile(
            "\\b(UN)?LISTEN\\b|\\bNOTIFY\\b|pg_notify|pg_(try_)?advisory_(un)?lock\\b"
                + "|\\bTEMP(ORARY)?\\s+TABLE|\\bSET\\s+SESSION\\b|\"SET\\s+(?!LOCAL|TRANSACTION)"
                + "|set_config\\([^()]*,\\s*false\\)|\\bWITH\\s+HOLD\\b");

    assertThat(
            offenders(
                s ->
                    !s.isTest()
                        && s.module().equals("stagedoor-core")
                        && banned.matcher(s.text()).find()))
        .isEmpty();
  }

  @Test
  void noTestSleepsOrMocks() {
    Predicate<SourceFile> sleeps = code("Thread\\s*(\\.|::)\\s*sleep|TimeUnit\\.[A-Z]+\\.sleep");
    assertThat(offenders(s -> s.isTest() && sleeps.test(s))).isEmpty();
    assertThat(offenders(code("\\bMockito\\b|org\\.mockito|easymock|jmockit|@Mock\\b"))).isEmpty();
  }

  @Test
  void coreBringsAtMostSixJarsBesidesTheDriver() {
    Set<String> jars = RuntimeJars.of(SourceFile.root().resolve("stagedoor-core/pom.xml"));

    assertThat(jars).contains("jspecify", "slf4j-api", "jackson-databind", "jackson-core");
    jars.remove("postgresql");
    assertThat(jars).hasSizeLessThanOrEqualTo(6);
  }

  private static Predicate<SourceFile> code(String pattern) {
    Pattern banned = Pattern.compile(pattern);
    return source -> banned.matcher(source.code()).find();
  }

  private static List<SourceFile> offenders(Predicate<SourceFile> rule) {
    return SOURCES.stream().filter(rule).toList();
  }
}
