package dev.stagedoor.testkit.world;

import java.util.List;

/**
 * The instant before an external effect: where a run waits until it is told to go on.
 *
 * @param label what is about to happen: the statement, the call; the same on every run of the same
 *     code
 * @param detail arguments, for people; may differ from run to run
 * @param canLose whether a reply can get lost after the effect happened
 * @param rejections names of the ways in which it can be refused without effect
 */
public record Boundary(
    Kind kind,
    String label,
    String detail,
    Footprint footprint,
    boolean canLose,
    List<String> rejections) {

  /** What kind of effect is about to happen. */
  public enum Kind {
    SQL,
    COMMIT,
    ROLLBACK,
    /** A call of a client. */
    CALL,
    /** A command of the job's stream. */
    STREAM,
    /** An effect that the handler's test names. */
    LABEL,
    /** The job's acknowledgement. */
    ACK,
    /** None: the run waits until another has moved. */
    WAIT
  }
}
