package dev.stagedoor.model;

/** Puts names into the text of a step. */
final class Wording {
  private Wording() {}

  /**
   * {@code $w} is the acting worker, {@code $r} the acting relay, {@code $p} the acting process;
   * {@code $e} is the entry acted on, {@code $j} the job.
   */
  static String of(Model.Kind kind, String text, int actor, int object) {
    String words =
        text.replace("$w", worker(actor))
            .replace("$r", relay(actor))
            .replace("$p", "process " + (actor + 1))
            .replace("$e", entry(object))
            .replace("$j", job(object));
    return kind == Model.Kind.FAULT ? "! " + words : words;
  }

  static String worker(int number) {
    return "worker " + (char) ('A' + number);
  }

  static String relay(int number) {
    return "relay " + (number + 1);
  }

  static String entry(int number) {
    return "entry " + (number + 1);
  }

  static String job(int number) {
    return "job " + (number + 1);
  }
}
