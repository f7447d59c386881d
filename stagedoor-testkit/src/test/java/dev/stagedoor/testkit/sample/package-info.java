/** Classes as users write them; run by a JUnit of their own, hence not named like tests. */
@NullMarked
package dev.stagedoor.testkit.sample;

import org.jspecify.annotations.NullMarked;
