package dev.stagedoor;

import dev.stagedoor.effect.EffectState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Effects outside the database as people look at them, and what they decide about those of which
 * nobody knows whether they happened. Thread-safe.
 *
 * <p>A decision is written in the caller's transaction, together with the redrive of the job that
 * waits for it; who decided is kept. It needs no effect type: a kind and a subject.
 */
public interface Effects {
  /** Empty if no run has ever tried it. */
  Optional<EffectState> find(String kind, String subject) throws SQLException;

  /** Parked and unknown ones, the longest tried first. */
  List<EffectState> open(int atMost) throws SQLException;

  /**
   * It happened. Its job is redriven, finds it done, and goes on behind it.
   *
   * @param by who says so, for whoever asks later
   * @param reference the provider's; null keeps the one that is stored, if any
   */
  Resolved wasDone(
      Connection tx, String kind, String subject, String by, @Nullable String reference)
      throws SQLException;

  /**
   * It is to be sent again. Its job is redriven and may send it once, under the same key and, where
   * they were kept, the same bytes, even if the provider may have forgotten the key: then it is
   * done twice if it had happened, which is what whoever decides must know. Where the provider
   * knows the key with another request, it becomes a new intent under a new key instead.
   */
  Resolved sendAgain(Connection tx, String kind, String subject, String by) throws SQLException;

  /** What became of a decision. */
  enum Resolved {
    /** Written, and the job that waited for it is due. */
    REDRIVEN,
    /**
     * Written; its job is not parked or dead now: it runs, waits to be retried, or is gone. Of one
     * that runs, what has parked the effect may be about to park the job, too: redrive it then.
     */
    DECIDED,
    /** Neither parked nor unknown: done, or a run is at it. Nothing was changed. */
    NOT_OPEN,
    /** No run has ever tried it. */
    NOT_FOUND
  }
}
