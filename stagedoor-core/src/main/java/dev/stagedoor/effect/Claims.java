package dev.stagedoor.effect;

import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.tx.Transactions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the effects that runs ask for. One for each process; internal, thread-safe. */
public final class Claims {
  private final Transactions transactions;
  private final Windows windows;
  private final Map<String, Lookup> lookups = new HashMap<>();
  private final Ticker ticker;
  private final ClaimTables tables = new ClaimTables();

  public Claims(
      Transactions transactions, Windows windows, Map<EffectType, Lookup> lookups, Ticker ticker) {
    this.transactions = transactions;
    this.windows = windows;
    this.ticker = ticker;
    lookups.forEach((type, lookup) -> this.lookups.put(type.kind(), lookup));
  }

  /**
   * The effect of this type about this subject.
   *
   * @throws IllegalArgumentException if no key can be made of the subject
   */
  public Effect effect(Performing run, EffectType type, String subject) {
    Lookup lookup = lookups.get(type.kind());
    Claim.Terms terms = terms(type, lookup);
    return new ClaimedEffect(
        run,
        new Claim(transactions, tables, terms, subject, run.ref()),
        terms,
        new ClaimedEffect.Provider(type.keyPrefix(), subject, lookup),
        ticker);
  }

  private Claim.Terms terms(EffectType type, @Nullable Lookup lookup) {
    Duration keysKept = type.keysKept().orElse(null);
    return new Claim.Terms(
        type,
        type.sendTimeout().orElse(windows.sendTimeout()),
        type.staleAfter().orElse(windows.staleAfter()),
        keysKept,
        // with a lookup the provider is asked first, whatever was chosen for when it cannot tell
        lookup == null && type.unsure().orElse(null) == Unsure.SEND_AGAIN);
  }
}
