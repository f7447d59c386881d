package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/**
 * The faults that are still to happen, oldest first. Each is taken by as many requests as it was
 * asked for. Clearing them ends every wait that one of them has caused. Thread-safe.
 */
final class Faults {
  static final int ALWAYS = Integer.MAX_VALUE;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition cleared = lock.newCondition();
  private final List<Planned> planned = new ArrayList<>();
  private long clearings;

  private static final class Planned {
    final Fault fault;
    final Whose whose;
    int left;

    Planned(Fault fault, Whose whose, int left) {
      this.fault = fault;
      this.whose = whose;
      this.left = left;
    }

    boolean fits(Class<? extends Fault> kind, Whose request) {
      return kind.isInstance(fault) && whose.includes(request);
    }
  }

  /**
   * @param whose the requests to suffer
   */
  void add(Fault fault, int times, Whose whose) {
    lock.lock();
    try {
      if (times > 0) {
        planned.add(new Planned(fault, whose, times));
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next fault of this kind for this request; null for none. */
  <F extends Fault> @Nullable F take(Class<F> kind, Whose request) {
    lock.lock();
    try {
      for (Planned next : planned) {
        if (next.fits(kind, request)) {
          use(next);
          return kind.cast(next.fault);
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void use(Planned next) {
    if (next.left != ALWAYS && --next.left == 0) {
      planned.remove(next);
    }
  }

  void clear() {
    lock.lock();
    try {
      planned.clear();
      clearings++;
      cleared.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits so long, or until the faults are cleared. */
  void pause(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long seen = clearings;
      long left = longest.toNanos();
      while (seen == clearings && left > 0) {
        left = cleared.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  ArrayNode json() {
    lock.lock();
    try {
      ArrayNode list = Json.array();
      for (Planned p : planned) {
        list.addObject()
            .put("fault", p.fault.toString())
            .put("key", p.whose.key())
            .put("reference", p.whose.reference())
            .put("left", p.left == ALWAYS ? null : (Integer) p.left);
      }
      return list;
    } finally {
      lock.unlock();
    }
  }
}
