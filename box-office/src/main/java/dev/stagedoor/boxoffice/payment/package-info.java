/**
 * Payments through Payrail. Promises that a payment is captured once and a refund given once while
 * Payrail remembers the key of the first request; past that Payrail is asked, and what it cannot
 * tell a person decides. A decline is an outcome, not a failure.
 */
@NullMarked
package dev.stagedoor.boxoffice.payment;

import org.jspecify.annotations.NullMarked;
