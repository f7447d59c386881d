/** Tests of choices, orders and what is made of them. */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.testkit.interleave;
