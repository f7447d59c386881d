/**
 * The email with an order's tickets. Promises one email an order while the provider remembers the
 * key of the first; past that, a person decides.
 */
@NullMarked
package dev.stagedoor.boxoffice.email;

import org.jspecify.annotations.NullMarked;
