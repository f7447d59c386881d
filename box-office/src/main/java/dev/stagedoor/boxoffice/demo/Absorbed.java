package dev.stagedoor.boxoffice.demo;

/**
 * Second runs that were made harmless, by technique.
 *
 * @param state conditional writes that changed nothing, or the state was found reached
 * @param claim found done or held
 * @param providerKey answered from a provider's own table of keys
 * @param jobId step found, or job gone
 */
record Absorbed(long state, long claim, long providerKey, long jobId) {}
