@NullMarked
package dev.stagedoor;

import org.jspecify.annotations.NullMarked;
