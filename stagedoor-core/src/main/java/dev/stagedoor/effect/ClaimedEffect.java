package dev.stagedoor.effect;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.loop.Ticker;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Claim, send, mark: the second and the third technique put together. Belongs to a run's thread.
 *
 * <p>The claim keeps two runs from sending at once; the key makes the send that nobody remembers
 * harmless. What it survives, and how:
 *
 * <table>
 *   <caption>Where a run may stop</caption>
 *   <tr><td>before the claim</td><td>nothing happened</td></tr>
 *   <tr><td>between claim and send</td><td>the claim goes stale; the next run sends</td></tr>
 *   <tr><td>between send and mark</td><td>the claim goes stale; the next run sends under the same key,
 *       and the provider answers from its table; past the key's life, or without keys, it is unknown
 *       </td></tr>
 *   <tr><td>stopped between claim and send, continued after the key's life</td><td>the key is handed
 *       out only within {@code sendTimeout} of a monotonic clock read <em>before</em> the claim</td></tr>
 *   <tr><td>stopped between that check and the socket</td><td>nobody can close this one</td></tr>
 * </table>
 *
 * <p>Unknown is a state. With keys it is sent again under the same key while {@code now +
 * sendTimeout} is inside the key's life, counted from the first try ever. Past that, and without
 * keys, the lookup is asked; without one, effect and job are parked.
 *
 * <p>When a lookup says that it did not happen, the effect may be sent <em>once</em>, by this run,
 * if nobody has tried since the question. The first try's time stays as it is: nothing starts anew,
 * so every later run asks again before it sends. Moving it would give a key's life to a request of
 * which we only believe that no earlier one is left; asking again costs one question and is right
 * either way.
 */
final class ClaimedEffect implements Effect {
  private static final Duration SHORT_WAIT = Duration.ofSeconds(1);
  private static final int LOOKS = 5;
  private static final int LARGEST_REQUEST = 4 << 20;
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Performing run;
  private final Claim claim;
  private final Claim.Terms terms;
  private final Provider provider;
  private final Ticker ticker;
  private IdempotencyKey key;

  /** How the provider knows the effect. */
  record Provider(String prefix, String subject, @Nullable Lookup lookup) {
    IdempotencyKey key(int intent) {
      return IdempotencyKey.of(prefix, subject, intent);
    }
  }

  ClaimedEffect(Performing run, Claim claim, Claim.Terms terms, Provider provider, Ticker ticker) {
    this.run = run;
    this.claim = claim;
    this.terms = terms;
    this.provider = provider;
    this.ticker = ticker;
    this.key = provider.key(1);
  }

  /** A send with or without a reference. */
  private interface Sending<X extends Exception> {
    @Nullable String send(IdempotencyKey key, @Nullable ByteBuffer request) throws X;
  }

  @Override
  public <X extends Exception> void perform(Send<X> send) throws X {
    this.<X>ensure(
        null,
        (k, none) -> {
          send.send(k);
          return null;
        });
  }

  @Override
  public <X extends Exception> String performFor(SendFor<X> send) throws X {
    return orEmpty(this.<X>ensure(null, (k, none) -> send.send(k)));
  }

  private static String orEmpty(@Nullable String reference) {
    return reference == null ? "" : reference;
  }

  @Override
  public <X extends Exception> WithRequest request(Render<X> render) throws X {
    Claim.Stored stored = claim.stored();
    if (stored.done() || stored.request() != null) {
      return new Requested(null); // nothing to render: found done, or sent as it is kept
    }
    return new Requested(requireStorable(render.render()));
  }

  private static byte[] requireStorable(byte[] request) {
    if (request.length > LARGEST_REQUEST) {
      throw new IllegalArgumentException(
          "a request of "
              + request.length
              + " bytes: at most "
              + LARGEST_REQUEST
              + " are kept, keep a reference to the rest in it");
    }
    return request;
  }

  /** The bytes that this run has rendered; null if it found some, or the effect done. */
  private final class Requested implements WithRequest {
    private final byte @Nullable [] rendered;

    private Requested(byte @Nullable [] rendered) {
      this.rendered = rendered;
    }

    @Override
    public <X extends Exception> void perform(SendRequest<X> send) throws X {
      ClaimedEffect.this.<X>ensure(
          rendered,
          (k, request) -> {
            send.send(k, bytes(request));
            return null;
          });
    }

    @Override
    public <X extends Exception> String performFor(SendRequestFor<X> send) throws X {
      return orEmpty(
          ClaimedEffect.this.<X>ensure(rendered, (k, request) -> send.send(k, bytes(request))));
    }

    /** Without any: a person has decided, since this run looked, that it is to be done anew. */
    private byte[] bytes(@Nullable ByteBuffer request) {
      if (request == null) {
        throw SendFailure.throttled(Duration.ZERO);
      }
      byte[] bytes = new byte[request.remaining()];
      request.duplicate().get(bytes);
      return bytes;
    }
  }

  private <X extends Exception> @Nullable String ensure(
      byte @Nullable [] request, Sending<X> sending) throws X {
    Integer permit = null;
    for (int i = 0; i < LOOKS; i++) {
      long before = ticker.nanos();
      Claim.Found found = take(permit, request);
      if (found instanceof Claim.Mine mine) {
        key = provider.key(mine.intent());
        return send(mine, before, sending);
      }
      if (found instanceof Claim.Done done) {
        return absorbed(done);
      }
      permit = null;
      if (found instanceof Claim.Unknown unknown) {
        key = provider.key(unknown.intent());
        Lookup.Answer answer = ask(unknown);
        if (answer instanceof Lookup.Happened happened) {
          recordDone(happened.reference());
          absorbed();
          return happened.reference();
        }
        permit = mayBeSent(unknown, answer) ? unknown.tries() : null;
      } else if (!(found instanceof Claim.Again)) {
        throw refusal(found);
      }
    }
    throw held(SHORT_WAIT); // the others are quicker each time
  }

  private @Nullable String absorbed(Claim.Done done) {
    if (!done.marked()) {
      recordDone(done.reference());
    }
    absorbed();
    return done.reference();
  }

  /** A claim of which it is not known whether it was taken may not end as done, whoever catches. */
  private Claim.Found take(@Nullable Integer permit, byte @Nullable [] request) {
    try {
      return claim.take(permit, request);
    } catch (RuntimeException e) {
      run.forbidDone("effect " + key.value() + " could not be claimed");
      throw e;
    }
  }

  // ---- not mine

  private RuntimeException refusal(Claim.Found found) {
    if (found instanceof Claim.Held held) {
      return held(held.freshFor());
    }
    if (found instanceof Claim.Parked parked) {
      return parked(parked.evidence(), null);
    }
    return run.notWanted();
  }

  private RetryLater held(Duration freshFor) {
    run.forbidDone("effect " + key.value() + " is held by another run");
    absorbed();
    return RetryLater.because(
        "effect " + key.value() + " is held by another run for " + freshFor, freshFor);
  }

  private EffectUnknown parked(String evidence, @Nullable Throwable cause) {
    String what = "effect " + key.value() + " is parked: " + evidence;
    run.park(what);
    return new EffectUnknown(what, cause);
  }

  // ---- unknown

  private Lookup.Answer ask(Claim.Unknown unknown) {
    Lookup lookup = provider.lookup();
    if (lookup == null) {
      return new Lookup.CannotTell("there is no lookup for it");
    }
    Performing.Alarm alarm = run.interruptAfter(terms.sendTimeout());
    try {
      return lookup.find(key);
    } catch (Exception e) {
      if (e instanceof InterruptedException && !alarm.rang()) {
        Thread.currentThread().interrupt();
      }
      throw unanswered(unknown, e);
    } finally {
      alarm.close();
    }
  }

  private EffectUnknown unanswered(Claim.Unknown unknown, Exception cause) {
    run.forbidDone("effect " + key.value() + " is unknown");
    return new EffectUnknown(
        "effect "
            + key.value()
            + " is unknown, and asking the provider failed. "
            + unknown.evidence(),
        cause);
  }

  /** Whether it may be sent once; false: look again, somebody was faster. Else it is parked. */
  private boolean mayBeSent(Claim.Unknown unknown, Lookup.Answer answer) {
    if (!(answer instanceof Lookup.CannotTell cannotTell)
        || terms.type().unsure().orElse(null) == Unsure.SEND_AGAIN) {
      return true;
    }
    String evidence =
        Evidence.text("It may have happened: " + cannotTell.why() + ". " + unknown.evidence());
    if (claim.park(unknown.tries(), evidence, false)) {
      throw parked(evidence, null);
    }
    return false;
  }

  // ---- mine

  private <X extends Exception> @Nullable String send(
      Claim.Mine mine, long before, Sending<X> sending) throws X {
    requireInTime(mine, before);
    String reference;
    try (Performing.Alarm alarm = run.interruptAfter(terms.sendTimeout())) {
      reference = sending.send(key, mine.request());
    } catch (SendFailure failure) {
      throw reported(mine, failure);
    } catch (Throwable t) { // whatever it was, the request may have arrived
      unknown(mine, t);
      throw t;
    }
    recordDone(reference);
    run.events().on(new JobEvent.Applied(run.ref(), Technique.CLAIM, key.value()));
    return reference;
  }

  private void requireInTime(Claim.Mine mine, long before) {
    Duration since = Duration.ofNanos(ticker.nanos() - before);
    boolean late = since.compareTo(terms.sendTimeout()) >= 0;
    if (!late && !Thread.currentThread().isInterrupted()) {
      return;
    }
    String why =
        late
            ? "this process stood still for " + since + " after its claim"
            : "this run was interrupted before it sent";
    EffectUnknown unsent =
        new EffectUnknown(
            "effect " + key.value() + ": " + why + "; this run has sent nothing", null);
    run.forbidDone(String.valueOf(unsent.getMessage()));
    keeping(unsent, () -> claim.release(mine));
    throw unsent;
  }

  /** What the sender knows is believed. */
  private RuntimeException reported(Claim.Mine mine, SendFailure failure) {
    switch (failure.kind()) {
      case KEY_REUSED -> {
        return park(mine, failure);
      }
      case STILL_RUNNING -> {
        if (terms.keysKept() == null) {
          unknown(mine, failure); // without a key there is no telling what is still running
          return failure;
        }
        return later(mine, failure, terms.sendTimeout());
      }
      case THROTTLED -> {
        return later(mine, failure, failure.waitFor().orElse(terms.sendTimeout()));
      }
      case NOT_SENT -> {
        keeping(failure, () -> claim.release(mine));
        return failure;
      }
      case REFUSED -> {
        keeping(failure, () -> claim.release(mine));
        return DeadLetter.because(String.valueOf(failure.getMessage()), failure);
      }
    }
    throw new AssertionError(failure.kind());
  }

  private RetryLater later(Claim.Mine mine, SendFailure failure, Duration wait) {
    Duration bounded = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    String why = "effect " + key.value() + ": " + failure.getMessage();
    run.forbidDone(why);
    RetryLater later = RetryLater.because(why, bounded.isNegative() ? Duration.ZERO : bounded);
    later.initCause(failure);
    keeping(later, () -> claim.release(mine));
    return later;
  }

  /** Tells what the handler is to be thrown. */
  private EffectUnknown park(Claim.Mine mine, Throwable failure) {
    String evidence = Evidence.of(failure);
    boolean otherRequest =
        failure instanceof SendFailure known && known.kind() == SendFailure.Kind.KEY_REUSED;
    keeping(failure, () -> claim.park(mine.tries(), evidence, otherRequest));
    return parked(evidence, failure);
  }

  private void unknown(Claim.Mine mine, Throwable failure) {
    run.forbidDone("effect " + key.value() + " is unknown");
    boolean canGoOn = terms.keysKept() != null || provider.lookup() != null;
    if (canGoOn || terms.resendStale()) {
      // With a key, or a provider to ask, the next attempt may go on at once. Without, it waits
      // until the claim is stale: the request may still be on its way.
      keeping(failure, () -> claim.unknown(mine, Evidence.of(failure), canGoOn));
    } else {
      park(mine, failure); // the run is parked whatever is thrown, and this says more
    }
  }

  private void recordDone(@Nullable String reference) {
    boolean interrupted = Thread.interrupted(); // a pool gives no connection to such a thread
    try {
      claim.done(reference);
    } catch (RuntimeException e) {
      run.forbidDone("effect " + key.value() + " was sent, and that is not recorded");
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Bookkeeping of a failed send; its own failure must not hide that one. */
  private static void keeping(Throwable failure, Runnable bookkeeping) {
    boolean interrupted = Thread.interrupted();
    try {
      bookkeeping.run();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void absorbed() {
    run.events().on(new JobEvent.Absorbed(run.ref(), Technique.CLAIM, key.value()));
  }
}
