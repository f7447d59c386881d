package dev.stagedoor.boxoffice.order;

/** The payload of {@code refund_payment}: which one, and nothing that could be out of date. */
public record RefundToPay(long refundId) {}
