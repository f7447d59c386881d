/**
 * The organizer's sales counter. Promises that each order is counted once, and counted back once
 * where it is withdrawn or refunded; lags behind the sales. Beside it, what an organizer may see of
 * an event.
 */
@NullMarked
package dev.stagedoor.boxoffice.sales;

import org.jspecify.annotations.NullMarked;
