package dev.stagedoor.job;

/** A dead job cannot be redriven beside a job that has its unique key now. Nothing was changed. */
@SuppressWarnings("serial")
public class UniqueKeyTaken extends IllegalStateException {
  private final JobId holder;

  public UniqueKeyTaken(JobId job, String key, JobId holder) {
    super(
        "job "
            + job
            + " has the unique key \""
            + key
            + "\", which job "
            + holder
            + " has now: cancel one of the two");
    this.holder = holder;
  }

  /** The live or parked job that has the key. */
  public JobId holder() {
    return holder;
  }
}
