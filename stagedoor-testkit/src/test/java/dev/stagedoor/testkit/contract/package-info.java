@NullMarked
package dev.stagedoor.testkit.contract;

import org.jspecify.annotations.NullMarked;
