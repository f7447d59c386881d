package dev.stagedoor.boxoffice.ticket;

import dev.stagedoor.boxoffice.secondrun.ModelTicketStore;

/** The store in memory does what the real ones do. */
class ModelTicketStoreTest extends TicketStoreContract {
  private final ModelTicketStore store = new ModelTicketStore();

  @Override
  TicketStore open() {
    return store;
  }
}
