/** What a user's handler implements, and what it is handed. */
@NullMarked
package dev.stagedoor.handler;

import org.jspecify.annotations.NullMarked;
