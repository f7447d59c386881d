/**
 * What a run sees of the world, and where it stops: a {@code DataSource} and clients that look like
 * any other, each call of which is a boundary; a clock that can be moved; a database that can be
 * put back.
 */
@NullMarked
package dev.stagedoor.testkit.world;

import org.jspecify.annotations.NullMarked;
