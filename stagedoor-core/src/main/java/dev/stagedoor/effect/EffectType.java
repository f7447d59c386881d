package dev.stagedoor.effect;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of effect outside the database, declared with the handlers that use it, so that its
 * windows are checked at start. Immutable: each method gives a new value.
 *
 * <p>Identity of an effect is (kind, subject). A new intent (a resend on purpose, another card) is
 * a new subject.
 */
public final class EffectType {
  private final String kind;
  private final String keyPrefix;
  private final @Nullable Duration sendTimeout;
  private final @Nullable Duration staleAfter;
  private final @Nullable Duration keysKept;
  private final @Nullable Unsure unsure;
  private final @Nullable ClaimTable table;

  private EffectType(
      String kind,
      String keyPrefix,
      @Nullable Duration sendTimeout,
      @Nullable Duration staleAfter,
      @Nullable Duration keysKept,
      @Nullable Unsure unsure,
      @Nullable ClaimTable table) {
    this.kind = kind;
    this.keyPrefix = keyPrefix;
    this.sendTimeout = sendTimeout;
    this.staleAfter = staleAfter;
    this.keysKept = keysKept;
    this.unsure = unsure;
    this.table = table;
  }

  /**
   * A kind whose key prefix is the kind itself and whose provider keeps keys for 24 h.
   *
   * @throws IllegalArgumentException unless the kind matches {@code [a-z][a-z0-9_]*}
   */
  public static EffectType of(String kind) {
    String checked = IdempotencyKey.requirePrefix(Objects.requireNonNull(kind, "kind"));
    return new EffectType(checked, checked, null, null, Duration.ofHours(24), null, null);
  }

  /** The prefix of the provider's key, where it differs from the kind. */
  public EffectType keyPrefix(String prefix) {
    return new EffectType(
        kind,
        IdempotencyKey.requirePrefix(prefix),
        sendTimeout,
        staleAfter,
        keysKept,
        unsure,
        table);
  }

  /** The longest that one send may take; it is interrupted then. */
  public EffectType sendTimeout(Duration longest) {
    return new EffectType(kind, keyPrefix, longest, staleAfter, keysKept, unsure, table);
  }

  /** A claim older than this may be taken over; more than twice the send time-out. */
  public EffectType staleAfter(Duration age) {
    return new EffectType(kind, keyPrefix, sendTimeout, age, keysKept, unsure, table);
  }

  /** How long the provider remembers a key after the first request under it. */
  public EffectType providerKeepsKeys(Duration life) {
    return new EffectType(kind, keyPrefix, sendTimeout, staleAfter, life, null, table);
  }

  /** The provider knows no keys: after an unknown outcome nobody can give both. */
  public EffectType providerHasNoKeys(Unsure choice) {
    return new EffectType(kind, keyPrefix, sendTimeout, staleAfter, null, choice, table);
  }

  /** The claim lives in a table of yours, whose unique row decides who owns the effect. */
  public EffectType in(ClaimTable own) {
    return new EffectType(kind, keyPrefix, sendTimeout, staleAfter, keysKept, unsure, own);
  }

  public String kind() {
    return kind;
  }

  public String keyPrefix() {
    return keyPrefix;
  }

  /** Empty: the windows' own. */
  public Optional<Duration> sendTimeout() {
    return Optional.ofNullable(sendTimeout);
  }

  /** Empty: the windows' own. */
  public Optional<Duration> staleAfter() {
    return Optional.ofNullable(staleAfter);
  }

  /** Empty: the provider keeps none, see {@link #unsure}. */
  public Optional<Duration> keysKept() {
    return Optional.ofNullable(keysKept);
  }

  /** Set if and only if the provider keeps no keys. */
  public Optional<Unsure> unsure() {
    return Optional.ofNullable(unsure);
  }

  /** Empty: Stagedoor's own table. */
  public Optional<ClaimTable> table() {
    return Optional.ofNullable(table);
  }

  @Override
  public String toString() {
    return kind;
  }
}
