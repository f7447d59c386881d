@NullMarked
package dev.stagedoor.testkit.fakes;

import org.jspecify.annotations.NullMarked;
