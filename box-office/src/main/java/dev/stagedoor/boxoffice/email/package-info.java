/**
 * The email with an order's tickets. Promises one email an order while the provider remembers the
 * key of the first; past that, a person decides. Of a provider without keys it promises what was
 * chosen for it: at most one, or at least one.
 */
@NullMarked
package dev.stagedoor.boxoffice.email;

import org.jspecify.annotations.NullMarked;
