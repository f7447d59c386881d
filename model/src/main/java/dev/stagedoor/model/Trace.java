package dev.stagedoor.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The steps on the way to a state, in words. Alike processes may have been exchanged in the stored
 * keys; the way is gone again with states as they come, so that everybody keeps his name.
 */
final class Trace<S> {
  private final Model<S> model;
  private final List<String> lines = new ArrayList<>();
  private S here;

  private Trace(Model<S> model) {
    this.model = model;
    this.here = model.initial();
  }

  /** One line a step, and the state at the end. */
  static <S> List<String> of(Model<S> model, Search.Found<S> found) {
    Trace<S> trace = new Trace<>(model);
    long[][] path = found.path();
    for (int i = 1; i < path.length; i++) {
      trace.go(path[i]);
    }
    trace.lines.add("=> " + model.show(trace.here));
    return List.copyOf(trace.lines);
  }

  private void go(long[] key) {
    List<S> next = new ArrayList<>();
    model.steps(
        here,
        (kind, text, actor, object, to) -> {
          if (next.isEmpty() && Arrays.equals(model.key(to), key)) {
            next.add(to);
            lines.add((lines.size() + 1) + ". " + Wording.of(kind, text, actor, object));
          }
        });
    here = next.get(0);
  }
}
