/** Tests of choices, orders and what is made of them. */
@NullMarked
package dev.stagedoor.testkit.interleave;

import org.jspecify.annotations.NullMarked;
