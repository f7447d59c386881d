@NullMarked
package dev.stagedoor.relay;

import org.jspecify.annotations.NullMarked;
