/** A network between two parts, which can be cut, held up, slowed, or made to lose a reply. */
@NullMarked
package dev.stagedoor.chaos.net;

import org.jspecify.annotations.NullMarked;
