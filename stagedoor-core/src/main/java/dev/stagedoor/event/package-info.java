/**
 * What happened, told to listeners on the thread where it happened. Events are not stored: a
 * process that is killed takes the untold ones with it.
 */
@NullMarked
package dev.stagedoor.event;

import org.jspecify.annotations.NullMarked;
