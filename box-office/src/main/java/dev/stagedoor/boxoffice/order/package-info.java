/**
 * Events, seats, orders and their tickets. Promises that a seat is sold once and that an order, its
 * tickets and its jobs are there together or not at all.
 */
@NullMarked
package dev.stagedoor.boxoffice.order;

import org.jspecify.annotations.NullMarked;
