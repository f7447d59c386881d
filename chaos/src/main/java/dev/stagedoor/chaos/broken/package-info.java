/** The rules, broken on purpose: a suite that stays green without them shows nothing. */
@NullMarked
package dev.stagedoor.chaos.broken;

import org.jspecify.annotations.NullMarked;
