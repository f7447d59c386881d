package dev.stagedoor.effect;

/**
 * One effect outside the database, about to be done once: found done, it returns; held by another
 * run, it asks to be tried later; unknown, it asks the provider, sends again under the same key
 * while the provider remembers, or is parked for a person.
 *
 * <p>Does not give: one send. A process stopped between the last check and the socket may send
 * again long after; only the provider's key makes that harmless, and only for as long as it is
 * kept.
 */
public interface Effect {
  /**
   * Does the effect, or finds it done.
   *
   * @throws X what the send threw, unless it was a {@link SendFailure} that we act on
   * @throws dev.stagedoor.job.RetryLater if another run holds it, or the provider asks to wait
   * @throws dev.stagedoor.job.DeadLetter if the provider refuses for good
   * @throws EffectUnknown if nobody can tell whether it happened, or a person must
   * @throws IllegalStateException inside an open transaction
   */
  <X extends Exception> void perform(Send<X> send) throws X;

  /**
   * As {@link #perform}, keeping the provider's reference; an absorbed run gets the stored one, or
   * the empty text where none was stored.
   */
  <X extends Exception> String performFor(SendFor<X> send) throws X;

  /**
   * For providers that compare requests: the bytes are rendered once and kept with the claim, and
   * every later try sends the same, whatever the handler would render by then. They are forgotten
   * when the effect is done; their fingerprint (SHA-256) stays.
   *
   * @param render called before anything is claimed, with no connection held; not called where the
   *     effect is done or its request is kept already. Two runs at once may both render: the first
   *     to claim keeps its own, and both send that
   * @throws IllegalArgumentException if there are more than 4 MiB
   */
  <X extends Exception> WithRequest request(Render<X> render) throws X;

  /** Renders the request. */
  @FunctionalInterface
  interface Render<X extends Exception> {
    byte[] render() throws X;
  }

  /** An effect whose request is kept; throws as {@link Effect} does. */
  interface WithRequest {
    /** As {@link Effect#perform}. */
    <X extends Exception> void perform(SendRequest<X> send) throws X;

    /** As {@link Effect#performFor}. */
    <X extends Exception> String performFor(SendRequestFor<X> send) throws X;
  }

  /** Sends the kept request under the key. */
  @FunctionalInterface
  interface SendRequest<X extends Exception> {
    void send(IdempotencyKey key, byte[] request) throws X;
  }

  /** Sends the kept request under the key and returns the provider's reference. */
  @FunctionalInterface
  interface SendRequestFor<X extends Exception> {
    String send(IdempotencyKey key, byte[] request) throws X;
  }

  /** Calls the provider under the key. */
  @FunctionalInterface
  interface Send<X extends Exception> {
    void send(IdempotencyKey key) throws X;
  }

  /** Calls the provider under the key and returns its reference. */
  @FunctionalInterface
  interface SendFor<X extends Exception> {
    String send(IdempotencyKey key) throws X;
  }
}
