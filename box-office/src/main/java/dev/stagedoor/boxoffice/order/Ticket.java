package dev.stagedoor.boxoffice.order;

import java.util.UUID;

/**
 * One seat of an order.
 *
 * @param code what the QR code holds and the door reads; not to be guessed
 */
public record Ticket(String seat, UUID code) {}
