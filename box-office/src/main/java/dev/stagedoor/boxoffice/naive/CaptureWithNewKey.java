package dev.stagedoor.boxoffice.naive;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.PaymentToCapture;
import dev.stagedoor.boxoffice.payment.CapturePayment;
import dev.stagedoor.boxoffice.payment.Outcome;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.loop.Ids;
import java.io.IOException;

/**
 * Wrong: claims the capture, and gives Payrail a new key for each attempt. A capture whose reply
 * was lost looks to Payrail like one that it has never seen: the buyer pays twice, while every
 * table here says once.
 */
final class CaptureWithNewKey implements JobHandler<PaymentToCapture> {
  private final CapturePayment handler;

  CaptureWithNewKey(Payrail payrail) {
    this.handler = new CapturePayment(new NewKeys(payrail));
  }

  @Override
  public void handle(JobRun<PaymentToCapture> run) throws Exception {
    handler.handle(run);
  }

  private record NewKeys(Payrail payrail) implements Payrail {
    @Override
    public Outcome capture(Capture capture, IdempotencyKey key, Origin origin)
        throws IOException, InterruptedException {
      return payrail.capture(capture, another(key), origin);
    }

    @Override
    public Outcome refund(Refund refund, IdempotencyKey key, Origin origin)
        throws IOException, InterruptedException {
      return payrail.refund(refund, another(key), origin);
    }

    private static IdempotencyKey another(IdempotencyKey key) {
      return new IdempotencyKey(key.value() + "-" + Ids.RANDOM.next());
    }
  }
}
