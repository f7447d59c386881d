package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.naive.Without;

/** After which fault each naive handler is wrong for certain. */
final class Telling {
  private Telling() {}

  static Spot spot(Without technique) {
    return switch (technique) {
      case STATE -> Spot.RENDER_RETURNED; // the twin queues an email job of its own
      case CLAIM -> Spot.MAIL_UNDER_WAY; // the twin sends while the first is under way
      case PROVIDER_KEY -> Spot.MAIL_UNANSWERED; // the next attempt has another key
      case JOB_ID -> Spot.COUNT_RETURNED; // the twin counts once more
    };
  }
}
