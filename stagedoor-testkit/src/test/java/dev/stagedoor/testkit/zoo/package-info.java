/**
 * The zoo: wrong handlers, each of which the test kit must find with its known smallest
 * interleaving, beside right ones that it must let pass. It is what the kit is measured by.
 */
@NullMarked
package dev.stagedoor.testkit.zoo;

import org.jspecify.annotations.NullMarked;
