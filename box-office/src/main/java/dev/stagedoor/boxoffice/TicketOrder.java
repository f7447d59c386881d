package dev.stagedoor.boxoffice;

/** The payload of every job of an order: which one, and nothing that could be out of date. */
public record TicketOrder(long orderId) {}
