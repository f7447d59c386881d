@NullMarked
package dev.stagedoor.testkit;

import org.jspecify.annotations.NullMarked;
