package dev.stagedoor.effect;

import static dev.stagedoor.effect.ClaimFixture.newSubject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.ClaimFixture.Where;
import dev.stagedoor.effect.Lookup.CannotTell;
import dev.stagedoor.effect.Lookup.DidNotHappen;
import dev.stagedoor.effect.Lookup.Happened;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.job.RetryLater;
import dev.stagedoor.job.Windows;
import dev.stagedoor.tx.TransactionFailed;
import dev.stagedoor.tx.Transactions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimedEffectTest {
  private static final JobsFixture JOBS = new JobsFixture();
  private static final EffectType TICKETS = EffectType.of("tickets");
  private static final EffectType SMTP = EffectType.of("tickets").providerHasNoKeys(Unsure.PARK);
  private final ClaimFixture effects = new ClaimFixture(JOBS, Where.BUILT_IN);
  private final Map<EffectType, Lookup> lookups = new HashMap<>();
  private final AtomicLong clock = new AtomicLong();
  private final Sandbox provider = new Sandbox();
  private final String subject = newSubject();
  private final String key = "tickets-" + subject;
  private TestRun run;
  private TestRun twin;

  @BeforeEach
  void twoRunsOfOneJob() throws SQLException {
    run = new TestRun(JOBS.liveRun());
    twin = new TestRun(JobsFixture.twin(run.ref()));
  }

  private Effect effect(TestRun of, EffectType type) {
    return new Claims(JOBS.transactions(), Windows.STANDARD, lookups, clock::get)
        .effect(of, type, subject);
  }

  private Effect tickets(TestRun of) {
    return effect(of, TICKETS);
  }

  private JobEvent applied(TestRun of) {
    return new JobEvent.Applied(of.ref(), Technique.CLAIM, key);
  }

  private JobEvent absorbed(TestRun of) {
    return new JobEvent.Absorbed(of.ref(), Technique.CLAIM, key);
  }

  private String state() throws SQLException {
    return effects.side(subject, "state");
  }

  private boolean free() throws SQLException {
    return effects.side(subject, "claimed_at").equals("-infinity");
  }

  // ---- the kept request

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void C76_theFirstTrysBytesAreSentByEveryTry() throws Exception {
    List<String> sent = new ArrayList<>();
    assertThatThrownBy(
            () ->
                tickets(run)
                    .request(() -> bytes("at 10:00"))
                    .perform(
                        (k, request) -> {
                          sent.add(new String(request, StandardCharsets.UTF_8));
                          provider.lose(k);
                        }))
        .isInstanceOf(java.net.SocketTimeoutException.class);
    List<String> rendered = new ArrayList<>();
    String reference =
        tickets(twin)
            .request(
                () -> {
                  rendered.add("again");
                  return bytes("at 10:05");
                })
            .performFor(
                (k, request) -> {
                  sent.add(new String(request, StandardCharsets.UTF_8));
                  return provider.send(k);
                });
    assertThat(sent).containsExactly("at 10:00", "at 10:00");
    assertThat(rendered).isEmpty();
    assertThat(reference).isEqualTo("msg-1");
    assertThat(provider.accepted).hasSize(1);
    assertThat(effects.side(subject, "request, encode(fingerprint, 'hex')"))
        .isEqualTo("|" + HexFormat.of().formatHex(sha256(bytes("at 10:00"))));
    assertThat(
            tickets(twin)
                .request(
                    () -> {
                      throw new AssertionError("it is done: nothing to render");
                    })
                .performFor((k, request) -> "another"))
        .isEqualTo("msg-1");
  }

  private static byte[] sha256(byte[] bytes) throws Exception {
    return java.security.MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  @Test
  void C76_ofTwoThatRenderAtOnceBothSendWhatWasClaimedFirst() throws Exception {
    Effect.WithRequest first = tickets(run).request(() -> bytes("one"));
    Effect.WithRequest second = tickets(twin).request(() -> bytes("two")); // nothing kept yet
    List<String> sent = new ArrayList<>();
    assertThatThrownBy(
            () ->
                second.perform(
                    (k, request) -> {
                      sent.add(new String(request, StandardCharsets.UTF_8));
                      provider.lose(k);
                    }))
        .isInstanceOf(java.net.SocketTimeoutException.class);
    first.perform(
        (k, request) -> {
          sent.add(new String(request, StandardCharsets.UTF_8));
          provider.send(k);
        });
    assertThat(sent).containsExactly("two", "two");
  }

  @Test
  void aRequestTooLargeToKeepIsRefused() {
    assertThatThrownBy(() -> tickets(run).request(() -> new byte[(4 << 20) + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4194305 bytes: at most 4194304 are kept");
  }

  @Test
  void aRenderThatFailsClaimsNothing() throws SQLException {
    assertThatThrownBy(
            () ->
                tickets(run)
                    .<java.io.IOException>request(
                        () -> {
                          throw new java.io.IOException("no template");
                        }))
        .hasMessage("no template");
    assertThat(run.forbidden).isNull();
    tickets(twin).perform(provider::send);
    assertThat(effects.side(subject, "tries")).isEqualTo("1");
  }

  // ---- done, held, not wanted

  @Test
  void itIsSentOnceAndTheSecondRunGetsTheReference() throws SQLException {
    assertThat(tickets(run).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(tickets(twin).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(provider.requests).containsExactly(key);
    assertThat(run.told).containsExactly(applied(run));
    assertThat(twin.told).containsExactly(absorbed(twin));
    assertThat(state()).isEqualTo("done");
    assertThat(twin.forbidden).isNull();
  }

  @Test
  void performKeepsNoReference() {
    tickets(run).perform(k -> provider.send(k));
    assertThat(tickets(twin).performFor(provider::send)).isEmpty();
  }

  @Test
  void heldElsewhereAsksForLaterAndForbidsDone() {
    tickets(run)
        .perform(
            k ->
                assertThatThrownBy(() -> tickets(twin).perform(provider::send))
                    .isInstanceOfSatisfying(
                        RetryLater.class,
                        later ->
                            assertThat(later.delay())
                                .isBetween(Duration.ofSeconds(100), Duration.ofMinutes(2))));
    assertThat(twin.forbidden).contains("is held by another run");
    assertThat(twin.told).containsExactly(absorbed(twin));
    assertThat(provider.requests).isEmpty();
  }

  /** Something happens between the server's commit and what the caller sees of it. */
  private static Transactions committing(Runnable then) {
    return new Transactions() {
      @Override
      public <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X {
        T result = JOBS.transactions().open(body);
        then.run();
        return result;
      }

      @Override
      public Connection current() {
        return JOBS.transactions().current();
      }

      @Override
      public void afterCommit(Runnable hint) {
        JOBS.transactions().afterCommit(hint);
      }
    };
  }

  @Test
  void aClaimOfWhichTheReplyIsLostForbidsDone() throws SQLException {
    Transactions losing =
        committing(
            () -> {
              throw new TransactionFailed(new SQLException("the reply was lost", "08006"), true);
            });
    Effect effect =
        new Claims(losing, Windows.STANDARD, lookups, clock::get).effect(run, TICKETS, subject);

    assertThatThrownBy(() -> effect.perform(provider::send)).isInstanceOf(TransactionFailed.class);
    assertThat(run.forbidden).contains("could not be claimed");
    assertThat(state()).isEqualTo("claimed");
    assertThat(provider.requests).isEmpty();
  }

  @Test
  void aJobThatIsNotWantedSendsNothing() throws SQLException {
    JOBS.complete(run.ref());
    assertThatThrownBy(() -> tickets(run).perform(provider::send)).isInstanceOf(TestRun.Gone.class);
    assertThat(provider.requests).isEmpty();
  }

  @Test
  void noConnectionIsHeldAndNoTransactionOpenWhileItIsSent() {
    tickets(run)
        .perform(
            k ->
                assertThatThrownBy(JOBS.transactions()::current)
                    .isInstanceOf(dev.stagedoor.tx.NoTransactionException.class));
    assertThatThrownBy(
            () ->
                JOBS.transactions()
                    .<Object, RuntimeException>open(
                        c -> {
                          tickets(twin).perform(provider::send);
                          return 1;
                        }))
        .isInstanceOf(IllegalStateException.class);
  }

  // ---- what the sender reports is believed

  @Test
  void notSentFreesTheClaimAndComesOutAsItIs() throws SQLException {
    assertThatThrownBy(
            () ->
                tickets(run)
                    .perform(
                        k -> {
                          throw SendFailure.notSent(new ConnectException("refused"));
                        }))
        .isInstanceOf(SendFailure.class);
    assertThat(free()).isTrue();
    assertThat(run.forbidden).isNull();
    tickets(twin).perform(provider::send);
    assertThat(provider.accepted).hasSize(1);
  }

  @Test
  void C84_throttledWaitsAsLongAsTheProviderSaysWithinReason() throws SQLException {
    for (int[] wait : new int[][] {{2, 2}, {100_000, 3_600}}) {
      assertThatThrownBy(
              () ->
                  tickets(run)
                      .perform(k -> SendFailure.throwUnlessOk(429, Integer.toString(wait[0]))))
          .isInstanceOfSatisfying(
              RetryLater.class, later -> assertThat(later.delay()).isEqualTo(Sandbox.wait(wait[1])))
          .hasCauseInstanceOf(SendFailure.class);
    }
    assertThat(free()).isTrue();
    assertThat(run.forbidden).isNotNull();
  }

  @Test
  void stillRunningIsAskedAgainLaterUnderTheSameKey() throws SQLException {
    assertThatThrownBy(() -> tickets(run).perform(k -> SendFailure.throwUnlessOk(409, null)))
        .isInstanceOfSatisfying(
            RetryLater.class,
            later -> assertThat(later.delay()).isEqualTo(Windows.STANDARD.sendTimeout()));
    assertThat(free()).isTrue();
    assertThat(run.forbidden).isNotNull();
  }

  @Test
  void refusedIsDeadWithItsCause() throws SQLException {
    assertThatThrownBy(() -> tickets(run).perform(k -> SendFailure.throwUnlessOk(400, null)))
        .isInstanceOf(DeadLetter.class)
        .hasMessage("refused: status 400")
        .hasCauseInstanceOf(SendFailure.class);
    assertThat(free()).isTrue();
  }

  @Test
  void C76_aKeyThatTheProviderKnowsWithAnotherRequestIsParkedAndNoOtherKeyIsMade()
      throws SQLException {
    assertThatThrownBy(() -> tickets(run).perform(k -> SendFailure.throwUnlessOk(422, null)))
        .isInstanceOf(EffectUnknown.class)
        .hasCauseInstanceOf(SendFailure.class);
    assertThat(state()).isEqualTo("parked");
    assertThat(run.parked).contains("the provider knows the key with another request");
    assertThatThrownBy(() -> tickets(twin).perform(provider::send))
        .isInstanceOf(EffectUnknown.class);
    assertThat(twin.parked).isNotNull();
    assertThat(provider.requests).isEmpty();
  }

  // ---- anything else is unknown

  @Test
  void C83_aLostReplyIsSentAgainAtOnceUnderTheSameKey() throws SQLException {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> tickets(run).performFor(provider::lose))
          .isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(state()).isEqualTo("unknown");
    assertThat(effects.side(subject, "evidence"))
        .isEqualTo("java.net.SocketTimeoutException: no answer for …@…");
    assertThat(run.forbidden).contains("is unknown");
    assertThat(tickets(twin).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(provider.requests).containsExactly(key, key, key, key);
    assertThat(provider.accepted).hasSize(1);
    assertThat(state()).isEqualTo("done");
  }

  @Test
  void C84_errorsOfTheServerAreUnknown() throws SQLException {
    for (int status : new int[] {408, 500, 502, 504}) {
      assertThatThrownBy(() -> tickets(run).perform(k -> SendFailure.throwUnlessOk(status, null)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(Integer.toString(status));
      assertThat(state()).isEqualTo("unknown");
      assertThat(free()).isTrue();
    }
  }

  @Test
  void C83_withoutKeysALostReplyIsParked() throws SQLException {
    assertThatThrownBy(() -> effect(run, SMTP).performFor(provider::lose))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(state()).isEqualTo("parked");
    assertThat(run.parked).contains("SocketTimeoutException");
    assertThatThrownBy(() -> effect(twin, SMTP).performFor(provider::send))
        .isInstanceOf(EffectUnknown.class);
    assertThat(provider.requests).hasSize(1);
  }

  @Test
  void C83_withoutKeysItIsSentAgainOnlyWhereThatWasChosen() throws SQLException {
    EffectType bold = EffectType.of("tickets").providerHasNoKeys(Unsure.SEND_AGAIN);
    assertThatThrownBy(() -> effect(run, bold).performFor(provider::lose))
        .isInstanceOf(SocketTimeoutException.class);
    assertThatThrownBy(() -> effect(twin, bold).performFor(provider::send))
        .isInstanceOf(RetryLater.class); // the first request may still be on its way
    effects.age(subject, "3 min");
    effect(twin, bold).performFor(provider::send);
    assertThat(provider.requests).hasSize(2);
  }

  @Test
  void C84_withoutKeysStillRunningTellsNothing() {
    assertThatThrownBy(() -> effect(run, SMTP).perform(k -> SendFailure.throwUnlessOk(409, null)))
        .isInstanceOf(SendFailure.class);
    assertThat(run.parked).isNotNull();
  }

  @Test
  void aDeadRunsClaimWithoutKeysIsNeverSentBlindly() throws SQLException {
    abandon(SMTP);
    assertThatThrownBy(() -> effect(twin, SMTP).perform(provider::send))
        .isInstanceOf(EffectUnknown.class)
        .hasMessageContaining("there is no lookup for it");
    assertThat(twin.parked).isNotNull();
    assertThat(provider.requests).isEmpty();
  }

  // ---- past the key's life

  /** As a run that is killed between claim and mark leaves it. */
  private void abandon(EffectType type) throws SQLException {
    ClaimFixture.mine(effects.claim(type, subject, run.ref(), false).take(null, null));
    effects.age(subject, "25 h");
  }

  @Test
  void C78_pastTheKeysLifeItIsParkedForAPerson() throws SQLException {
    assertThatThrownBy(() -> tickets(run).performFor(provider::lose))
        .isInstanceOf(IOException.class);
    effects.age(subject, "25 h");
    provider.forgetKeys();
    assertThatThrownBy(() -> tickets(twin).perform(provider::send))
        .isInstanceOf(EffectUnknown.class);
    assertThat(state()).isEqualTo("parked");
    assertThat(twin.parked).contains("SocketTimeoutException").contains("First tried at");
    assertThat(provider.accepted).hasSize(1);
  }

  @Test
  void whatTheLookupFindsIsDone() throws SQLException {
    abandon(TICKETS);
    lookups.put(TICKETS, k -> new Happened("found-" + k.value()));
    assertThat(tickets(twin).performFor(provider::send)).isEqualTo("found-" + key);
    assertThat(provider.requests).isEmpty();
    assertThat(twin.forbidden).isNull();
    assertThat(twin.told).containsExactly(absorbed(twin));
    assertThat(effects.side(subject, "state, reference")).isEqualTo("done|found-" + key);
  }

  @Test
  void whatTheLookupDoesNotFindIsSentOnceAndAskedForAgainBeforeTheNext() throws SQLException {
    abandon(TICKETS);
    AtomicLong asked = new AtomicLong();
    lookups.put(
        TICKETS,
        k -> {
          asked.incrementAndGet();
          return new DidNotHappen();
        });
    String firstTried = effects.side(subject, "first_tried_at");
    assertThatThrownBy(() -> tickets(run).performFor(provider::lose))
        .isInstanceOf(IOException.class);
    assertThat(effects.side(subject, "first_tried_at")).isEqualTo(firstTried);
    lookups.put(TICKETS, k -> new Happened("msg-1"));
    assertThat(tickets(twin).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(asked).hasValue(1);
    assertThat(provider.accepted).hasSize(1);
  }

  @Test
  void anAnswerIsGoodOnlyIfNobodyHasTriedSince() throws SQLException {
    abandon(TICKETS);
    AtomicLong asked = new AtomicLong();
    lookups.put(
        TICKETS,
        k -> {
          if (asked.incrementAndGet() > 1) {
            return new Happened("msg-1");
          }
          Claim other = effects.claim(TICKETS, subject, twin.ref(), false);
          Claim.Unknown unknown = (Claim.Unknown) other.take(null, null);
          Claim.Mine mine = ClaimFixture.mine(other.take(unknown.tries(), null));
          provider.send(k);
          other.unknown(mine, "lost", true);
          return new DidNotHappen(); // true when it was said, and old when it is heard
        });
    assertThat(tickets(run).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(provider.requests).hasSize(1);
    assertThat(asked).hasValue(2);
  }

  @Test
  void whatTheLookupCannotTellIsParked() throws SQLException {
    abandon(TICKETS);
    lookups.put(TICKETS, k -> new CannotTell("its records end yesterday"));
    assertThatThrownBy(() -> tickets(twin).perform(provider::send))
        .hasMessageContaining("its records end yesterday");
    assertThat(state()).isEqualTo("parked");
    assertThat(provider.requests).isEmpty();
  }

  @Test
  void aLookupThatFailsLeavesItUnknown() throws SQLException {
    abandon(TICKETS);
    lookups.put(
        TICKETS,
        k -> {
          throw new ConnectException("refused");
        });
    assertThatThrownBy(() -> tickets(twin).perform(provider::send))
        .isInstanceOf(EffectUnknown.class)
        .hasCauseInstanceOf(ConnectException.class);
    assertThat(twin.forbidden).isNotNull();
    assertThat(twin.parked).isNull();
    assertThat(state()).isEqualTo("claimed");
  }

  // ---- time

  @Test
  void theKeyIsHandedOutOnlyWithinTheSendTimeoutOfAClockReadBeforeTheClaim() throws SQLException {
    clock.set(5);
    Effect effect =
        new Claims(
                JOBS.transactions(),
                Windows.STANDARD,
                lookups,
                () -> clock.getAndAdd(Windows.STANDARD.sendTimeout().toNanos()))
            .effect(run, TICKETS, subject);
    assertThatThrownBy(() -> effect.perform(provider::send))
        .isInstanceOf(EffectUnknown.class)
        .hasMessageContaining("this process stood still for PT30S after its claim");
    assertThat(provider.requests).isEmpty();
    assertThat(run.forbidden).isNotNull();
    tickets(twin).perform(provider::send); // it knew that it had not sent
  }

  /** A process that is stopped while it claims: its clock was read before. */
  @Test
  void theTimeThatTheClaimItselfTakesCounts() {
    Transactions stopped =
        committing(() -> clock.addAndGet(Windows.STANDARD.sendTimeout().toNanos()));
    Effect effect =
        new Claims(stopped, Windows.STANDARD, lookups, clock::get).effect(run, TICKETS, subject);

    assertThatThrownBy(() -> effect.perform(provider::send)).isInstanceOf(EffectUnknown.class);
    assertThat(provider.requests).isEmpty();
  }

  @Test
  void C22_aSendThatTakesTooLongIsInterruptedAndUnknown() throws Exception {
    EffectType quick = TICKETS.sendTimeout(Duration.ofMillis(50));
    assertThatThrownBy(
            () ->
                effect(run, quick)
                    .performFor(
                        k -> {
                          provider.send(k);
                          return new CountDownLatch(1).await(20, TimeUnit.SECONDS) ? "" : "late";
                        }))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(state()).isEqualTo("unknown");
    assertThat(tickets(twin).performFor(provider::send)).isEqualTo("msg-1");
    assertThat(provider.accepted).hasSize(1);
  }

  @Test
  void C22_whatWasSentIsRecordedAlthoughTheRunWasInterruptedMeanwhile() throws SQLException {
    new Claims(new Uninterrupted(JOBS.transactions()), Windows.STANDARD, lookups, clock::get)
        .effect(run, TICKETS, subject)
        .performFor(
            k -> {
              Thread.currentThread().interrupt(); // the watchdog, and the sender does not care
              return provider.send(k);
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(state()).isEqualTo("done");
  }

  /** As a pool that is exhausted, or a socket under a virtual thread: no use to such a thread. */
  private record Uninterrupted(Transactions transactions) implements Transactions {
    @Override
    public <T extends @Nullable Object, X extends Exception> T open(Body<T, X> body) throws X {
      if (Thread.currentThread().isInterrupted()) {
        throw new TransactionFailed(new SQLException("interrupted", "08006"), false);
      }
      return transactions.open(body);
    }

    @Override
    public Connection current() {
      return transactions.current();
    }

    @Override
    public void afterCommit(Runnable hint) {
      transactions.afterCommit(hint);
    }
  }

  @Test
  void aRunThatWasInterruptedBeforeItSendsSendsNothing() throws SQLException {
    Effect effect =
        new Claims(
                JOBS.transactions(),
                Windows.STANDARD,
                lookups,
                () -> {
                  if (clock.incrementAndGet() == 2) {
                    Thread.currentThread().interrupt();
                  }
                  return 0;
                })
            .effect(run, TICKETS, subject);
    assertThatThrownBy(() -> effect.perform(provider::send))
        .hasMessageContaining("interrupted before it sent");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(free()).isTrue();
    assertThat(provider.requests).isEmpty();
  }

  @Test
  void C28_aZombiesSendAndItsTwinsAreOneForTheProvider() throws SQLException {
    tickets(run)
        .performFor(
            k -> {
              String reference = provider.send(k);
              effects.age(subject, "3 min"); // asleep before its mark
              assertThat(tickets(twin).performFor(provider::send)).isEqualTo(reference);
              return reference;
            });
    assertThat(provider.requests).containsExactly(key, key);
    assertThat(provider.accepted).hasSize(1);
    assertThat(effects.side(subject, "worker")).isEqualTo("worker-2"); // the first mark stands
  }

  @Test
  void C80_theKeyIsTheIntentsOnEveryAttempt() throws SQLException {
    assertThatThrownBy(() -> tickets(run).performFor(provider::lose))
        .isInstanceOf(IOException.class);
    JOBS.rewrite(run.ref(), "attempt = 2");
    RunRef next = new RunRef(run.ref().jobId(), "send_tickets", "default", 2, 0, "worker-3", "3-0");
    tickets(new TestRun(next)).performFor(provider::send);
    assertThat(provider.requests).containsOnly(key);
    assertThat(IdempotencyKey.of("tickets", 4471)).isNotEqualTo(IdempotencyKey.of("tickets", 4472));
  }
}
