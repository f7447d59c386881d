/**
 * Contract suites for the ports of Stagedoor: extend one in your tests and it shows whether your
 * implementation keeps its promises. Promises nothing about speed.
 */
@NullMarked
package dev.stagedoor.testkit.contract;

import org.jspecify.annotations.NullMarked;
