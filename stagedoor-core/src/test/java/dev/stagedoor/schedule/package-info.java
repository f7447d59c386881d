@NullMarked
package dev.stagedoor.schedule;

import org.jspecify.annotations.NullMarked;
