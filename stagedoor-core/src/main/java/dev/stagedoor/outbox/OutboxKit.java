package dev.stagedoor.outbox;

import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.tx.Transactions;

/** What everything that enqueues in a process shares. Internal to the library. */
public record OutboxKit(
    Transactions transactions, PayloadCodec codec, JobListener events, Nudge nudge) {}
