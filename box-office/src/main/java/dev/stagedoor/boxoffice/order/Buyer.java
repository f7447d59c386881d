package dev.stagedoor.boxoffice.order;

/** Who gets the tickets; checked when the order was placed. */
public record Buyer(String name, String email) {}
