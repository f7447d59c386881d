package dev.stagedoor.testkit.contract;

/**
 * Every promise of {@link dev.stagedoor.stream.JobStream}, as tests: extend it, implement the
 * fixture, and an implementation that passes can stand between relay and workers.
 *
 * <p>A stream that is kept on a server passes {@link DamagedStreamContract} too.
 */
public abstract class JobStreamContract
    implements PublishContract, ReadContract, OwnershipContract, ConsumersContract, LossContract {}
