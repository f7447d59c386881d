/**
 * Tickets: printed as a PDF, stored under a key derived from the order. Promises the same bytes for
 * the same order on one version of this program; where versions differ, the first bytes stored
 * stay.
 */
@NullMarked
package dev.stagedoor.boxoffice.ticket;

import org.jspecify.annotations.NullMarked;
