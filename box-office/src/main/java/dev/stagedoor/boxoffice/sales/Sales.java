package dev.stagedoor.boxoffice.sales;

import dev.stagedoor.boxoffice.order.Event;
import java.math.BigDecimal;
import java.util.Currency;

/**
 * How an event sells, as it was read.
 *
 * @param ticketsSold the organizer's counter, which follows the sales a moment later
 * @param seats how many there are
 * @param left how many of them can be had
 * @param captured whole minor units of the currency, as the other two
 * @param refunding asked for and neither given back nor refused
 */
public record Sales(
    Event event,
    long ticketsSold,
    long seats,
    long left,
    Currency currency,
    BigDecimal captured,
    BigDecimal refunded,
    BigDecimal refunding) {}
