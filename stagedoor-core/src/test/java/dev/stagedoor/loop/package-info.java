@NullMarked
package dev.stagedoor.loop;

import org.jspecify.annotations.NullMarked;
