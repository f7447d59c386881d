@NullMarked
package dev.stagedoor.cli;

import org.jspecify.annotations.NullMarked;
