@NullMarked
package dev.stagedoor.history;

import org.jspecify.annotations.NullMarked;
