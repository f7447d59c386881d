/** What an exploration says to people. */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.testkit.report;
