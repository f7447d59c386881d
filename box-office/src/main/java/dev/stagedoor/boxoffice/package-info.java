/**
 * The box office: sells tickets over HTTP and delivers them by jobs. Promises that a seat is sold
 * once and that an order's payment, tickets, email and count happen once where the techniques of
 * its handlers hold.
 */
@NullMarked
package dev.stagedoor.boxoffice;

import org.jspecify.annotations.NullMarked;
