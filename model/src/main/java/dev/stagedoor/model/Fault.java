package dev.stagedoor.model;

/** What may go wrong, or be decided by people, as often as a scenario says. */
enum Fault {
  KILL_WORKER,
  STOP_WORKER,
  KILL_RELAY,
  STOP_RELAY,
  /** A whole process: its worker, its relay and the stream in its memory. */
  KILL_PROCESS,
  STOP_PROCESS,
  /** A live process that PostgreSQL does not hear of for the reclaim time. */
  CUT_OFF,
  WIPE,
  LOSE_ENTRY,
  DELETE_CONSUMER,
  PROMOTE_REPLICA,
  SUSPECT_FALSELY,
  TIME_OUT,
  HANG,
  ERROR,
  LOSE_REPLY,
  CLOCK_JUMP,
  SHUT_DOWN,
  CANCEL,
  REDRIVE,
  CHANGE,
  DROP_HISTORY
}
