/**
 * What a job is: its type, identity, states, windows and the exceptions a handler speaks with.
 * Nothing here touches a database.
 */
@NullMarked
package dev.stagedoor.job;

import org.jspecify.annotations.NullMarked;
