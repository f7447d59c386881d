package dev.stagedoor.worker;

import dev.stagedoor.effect.Effect;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Performing;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.tx.Transactions;

/** What every run of a process shares. Internal to the library. */
public record RunKit(OutboxKit outbox, Effects effects, Ticker ticker) {

  Transactions transactions() {
    return outbox.transactions();
  }

  PayloadCodec codec() {
    return outbox.codec();
  }

  JobListener events() {
    return outbox.events();
  }

  /** Makes the effect that a run asks for. */
  @FunctionalInterface
  public interface Effects {
    Effect effect(Performing run, EffectType type, String subject);
  }
}
