/** What is done to the processes and servers, one scenario at a time. */
@NullMarked
package dev.stagedoor.chaos.scenario;

import org.jspecify.annotations.NullMarked;
