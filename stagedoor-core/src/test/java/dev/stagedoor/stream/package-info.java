@NullMarked
package dev.stagedoor.stream;

import org.jspecify.annotations.NullMarked;
