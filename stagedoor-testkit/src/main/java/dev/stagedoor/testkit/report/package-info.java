/** What an exploration says to people. */
@NullMarked
package dev.stagedoor.testkit.report;

import org.jspecify.annotations.NullMarked;
