/** The code that docs/testkit.md shows. */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.testkit.guide;
