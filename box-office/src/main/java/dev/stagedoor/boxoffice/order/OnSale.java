package dev.stagedoor.boxoffice.order;

import java.util.UUID;

/**
 * What an event is known by from now on.
 *
 * @param organizerKey finds the organizer's page; not to be guessed, and told only here
 */
public record OnSale(long id, UUID organizerKey) {}
