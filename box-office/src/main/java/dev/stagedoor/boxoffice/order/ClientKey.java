package dev.stagedoor.boxoffice.order;

/**
 * A client's own name for one intent. Two clients may use the same key for different things.
 *
 * @param client empty for those who do not say who they are
 */
public record ClientKey(String client, String key) {}
