/** The processes that are struck: relays and workers, each a JVM of its own, heard and told. */
@NullMarked
package dev.stagedoor.chaos.crew;

import org.jspecify.annotations.NullMarked;
