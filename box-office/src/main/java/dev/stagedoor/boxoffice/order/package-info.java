/**
 * Events, seats, orders and their tickets, and the desks where orders are placed, cancelled and
 * refunds asked for. Promises that a seat is sold once, that an order, its tickets, its payment and
 * its jobs are there together or not at all, that an order moves as {@code OrderTransition} says,
 * and that no more is asked back than was captured.
 */
@NullMarked
package dev.stagedoor.boxoffice.order;

import org.jspecify.annotations.NullMarked;
