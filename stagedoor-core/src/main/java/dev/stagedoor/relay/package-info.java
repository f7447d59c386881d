/** Publishes due rows and then marks them; notices when the stream lost its data. */
@NullMarked
package dev.stagedoor.relay;

import org.jspecify.annotations.NullMarked;
