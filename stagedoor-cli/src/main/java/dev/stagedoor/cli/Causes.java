package dev.stagedoor.cli;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;

/** What lies beneath a fault. */
final class Causes {
  private Causes() {}

  static boolean has(Throwable fault, Class<? extends Throwable> kind) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (kind.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /** Nobody listens at that place, or there is no such place. */
  static boolean isAway(Throwable fault) {
    return has(fault, ConnectException.class)
        || has(fault, NoRouteToHostException.class)
        || has(fault, UnknownHostException.class);
  }

  static Throwable innermost(Throwable fault) {
    Throwable t = fault;
    while (t.getCause() != null) {
      t = t.getCause();
    }
    return t;
  }
}
