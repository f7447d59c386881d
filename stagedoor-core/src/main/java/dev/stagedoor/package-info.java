/** The composition root: builds, checks, starts and closes a Stagedoor. */
@NullMarked
package dev.stagedoor;

import org.jspecify.annotations.NullMarked;
