/**
 * Duties stepped from outside, the loops that own their threads, and the seams for time and ids.
 * Promises no timing beyond what each type says.
 */
@NullMarked
package dev.stagedoor.loop;

import org.jspecify.annotations.NullMarked;
