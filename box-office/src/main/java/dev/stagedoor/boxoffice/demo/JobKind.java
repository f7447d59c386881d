package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.job.JobType;

/** The jobs of one order. */
enum JobKind {
  CAPTURE(Jobs.CAPTURE_PAYMENT),
  RENDER(Jobs.RENDER_TICKETS),
  SEND(Jobs.SEND_TICKETS),
  COUNT(Jobs.UPDATE_SALES_COUNTER);

  private final JobType<?> job;

  JobKind(JobType<?> job) {
    this.job = job;
  }

  String type() {
    return job.name();
  }

  String queue() {
    return job.queue();
  }
}
