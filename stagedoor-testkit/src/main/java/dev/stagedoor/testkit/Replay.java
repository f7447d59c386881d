package dev.stagedoor.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Plays one interleaving in place of an exploration: every {@link SecondRun} of the test that bears
 * it. The line comes from a report. So do the environment's {@code STAGEDOOR_REPLAY} and the system
 * property {@code stagedoor.replay}, for every test; the annotation has precedence.
 *
 * <p>A test that is replayed fails if the interleaving fails, and passes if it does not.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ReplayExtension.class)
public @interface Replay {
  /** As in a report: {@code v1 A:1 A:2!crash B:1}. */
  String value();
}
