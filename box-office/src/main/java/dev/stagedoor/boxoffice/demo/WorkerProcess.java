package dev.stagedoor.boxoffice.demo;

/** A worker of the demo. */
final class WorkerProcess {
  private WorkerProcess() {}
}
