package dev.stagedoor.chaos.broken;

import dev.stagedoor.stream.JobStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** A rule that is broken on purpose, and the scenario that must notice. */
public enum Broken {
  /** All rules hold. */
  NOTHING("nothing", "", true),

  /** A job is completed before its effect happens: a kill in between loses it. */
  COMPLETION_BEFORE_EFFECT("completion-before-effect", "workers-killed", true),

  /** An entry is settled as soon as it is read: with the sweep off, a kill loses it. */
  SETTLE_BEFORE_COMPLETE("settle-before-complete", "workers-killed", false) {
    @Override
    public JobStream around(JobStream stream) {
      return new SettlesFirst(stream);
    }
  },

  /** A row is marked before its entry is published: with the sweep off, a kill loses it. */
  MARK_BEFORE_PUBLISH("mark-before-publish", "relays-killed", false) {
    @Override
    public JobStream around(JobStream stream) {
      return new PublishesLater(stream);
    }
  },

  /** Nobody looks for entries that are lost without a trace. */
  SWEEP_OFF("sweep-off", "consumer-deleted", false),

  /** A closing worker extends nothing while it waits for its runs: they get twins. */
  HEARTBEAT_STOPPED_AT_DRAIN("heartbeat-stopped-at-drain", "rolling-restarts", true) {
    @Override
    public JobStream around(JobStream stream) {
      return new StopsExtending(stream);
    }
  },

  /** Outcomes are written whatever the row's attempt and run: a zombie's failure ends its job. */
  FENCING_OFF("fencing-off", "zombies-fail", true) {
    @Override
    public DataSource around(DataSource database) {
      return RewrittenSql.in(database, RewrittenSql.UNFENCED);
    }
  },

  /** The statement that owns an effect does not ask whether its job is live. */
  EXISTS_CHECK_OFF("exists-check-off", "cancelled", true) {
    @Override
    public Optional<String> sql() {
      return Optional.of(
          """
          CREATE OR REPLACE FUNCTION stagedoor.is_live(job uuid, its_attempt integer)
          RETURNS boolean LANGUAGE sql AS 'SELECT true';
          CREATE OR REPLACE FUNCTION stagedoor.hold(job uuid, its_attempt integer)
          RETURNS boolean LANGUAGE sql AS 'SELECT true'""");
    }
  };

  private final String word;
  private final String scenario;
  private final boolean sweep;

  Broken(String word, String scenario, boolean sweep) {
    this.word = word;
    this.scenario = scenario;
    this.sweep = sweep;
  }

  /**
   * By its word.
   *
   * @throws IllegalArgumentException with a line that names those there are
   */
  public static Broken of(String word) {
    return Arrays.stream(values())
        .filter(each -> each != NOTHING && each.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + word
                        + "' is no rule to break: use one of "
                        + Arrays.stream(values())
                            .filter(each -> each != NOTHING)
                            .map(Broken::word)
                            .collect(Collectors.joining(", "))));
  }

  public String word() {
    return word;
  }

  /** The scenario that must end with 1. */
  public String scenario() {
    return scenario;
  }

  /** Whether the sweep may be on: it repairs in a while what is broken, and hides it. */
  public boolean sweep() {
    return sweep;
  }

  /** The stream as a process sees it. */
  public JobStream around(JobStream stream) {
    return stream;
  }

  /** The database as a process sees it. */
  public DataSource around(DataSource database) {
    return database;
  }

  /** What is done to the schema. */
  public Optional<String> sql() {
    return Optional.empty();
  }
}
