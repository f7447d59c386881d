/** The box office's handlers in the second-run test kit: one order, models of what is outside. */
@NullMarked
package dev.stagedoor.boxoffice.secondrun;

import org.jspecify.annotations.NullMarked;
