package dev.stagedoor.boxoffice.order;

/** The payload of {@code capture_payment}: which one, and nothing that could be out of date. */
public record PaymentToCapture(long paymentId) {}
