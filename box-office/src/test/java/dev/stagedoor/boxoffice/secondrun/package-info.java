/** The box office's handlers in the second-run test kit: one order, models of what is outside. */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.boxoffice.secondrun;
