/** The stream between relay and workers: a fast path that may lose everything at any time. */
@NullMarked
package dev.stagedoor.stream;

import org.jspecify.annotations.NullMarked;
