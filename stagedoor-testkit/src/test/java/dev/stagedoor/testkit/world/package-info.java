@NullMarked
package dev.stagedoor.testkit.world;

import org.jspecify.annotations.NullMarked;
