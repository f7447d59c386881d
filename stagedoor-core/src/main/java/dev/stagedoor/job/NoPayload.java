package dev.stagedoor.job;

/** The payload of a job that carries nothing but its type. */
public record NoPayload() {
  /** The one value needed. */
  public static final NoPayload VALUE = new NoPayload();
}
