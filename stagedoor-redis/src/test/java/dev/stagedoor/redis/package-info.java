@NullMarked
package dev.stagedoor.redis;

import org.jspecify.annotations.NullMarked;
