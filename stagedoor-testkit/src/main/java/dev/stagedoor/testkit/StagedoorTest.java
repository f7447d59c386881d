package dev.stagedoor.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Gives a test class of JUnit (5.10 or newer) a {@link TestStagedoor}: as a parameter of test
 * methods, of {@code @BeforeAll}, {@code @BeforeEach} and {@code @AfterEach}, or of the
 * constructor.
 *
 * <pre>{@code
 * @StagedoorTest
 * class OrdersTest {
 *   @Test
 *   void anOrderSendsItsTickets(TestStagedoor stagedoor) throws Exception {
 *     new Orders(stagedoor.dataSource()).place(4471);
 *
 *     stagedoor.assertEnqueued(SEND_TICKETS, new TicketOrder(4471));
 *   }
 * }
 * }</pre>
 *
 * <p>The database is an embedded PostgreSQL, a new database for each class, with Stagedoor's schema
 * in it; or the one that a static method of the class returns, see {@link TestDatabase}. It is
 * emptied before each test: Stagedoor's tables, and in the embedded one also the class's own, but
 * for those that held rows when the first test began (filled by {@code @BeforeAll}, or a
 * migration's history). Handlers and moved time end with the test. After each test that passed
 * there is an {@link Audit}.
 *
 * <p>The tests of one class run one after the other.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(StagedoorExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
public @interface StagedoorTest {
  /** What is looked at after each test that passed. */
  Audit audit() default Audit.STANDARD;
}
