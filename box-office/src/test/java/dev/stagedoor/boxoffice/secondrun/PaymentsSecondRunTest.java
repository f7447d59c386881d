package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.order.PaymentToCapture;
import dev.stagedoor.boxoffice.order.RefundToPay;
import dev.stagedoor.boxoffice.payment.CapturePayment;
import dev.stagedoor.boxoffice.payment.Payrail;
import dev.stagedoor.boxoffice.payment.RefundPayment;
import dev.stagedoor.boxoffice.sales.SubtractFromSalesCounter;
import dev.stagedoor.handler.JobHandler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The handlers of payments, through every second run that is worth the time of a build. */
class PaymentsSecondRunTest {
  private static final int QUICK = 100;
  private static final int DEEP = 1_000;

  @Test
  void capturePayment() throws Exception {
    OnePayment.capturing(PaymentsSecondRunTest::capture)
        .keyStable(Payrail.class)
        .atMost(QUICK)
        .verify();
  }

  @Test
  void captureThatIsDeclined() throws Exception {
    OnePayment.declining(PaymentsSecondRunTest::capture)
        .keyStable(Payrail.class)
        .atMost(QUICK)
        .verify();
  }

  @Test
  void captureOfACancelledOrder() throws Exception {
    OnePayment.capturingCancelled(PaymentsSecondRunTest::capture)
        .keyStable(Payrail.class)
        .atMost(QUICK)
        .verify();
  }

  @Test
  void refundOfAPart() throws Exception {
    OnePayment.refundingAPart(PaymentsSecondRunTest::refund)
        .keyStable(Payrail.class)
        .atMost(QUICK)
        .verify();
  }

  @Test
  void refundOfAll() throws Exception {
    OnePayment.refundingAll(PaymentsSecondRunTest::refund)
        .keyStable(Payrail.class)
        .atMost(QUICK)
        .verify();
  }

  @Test
  void subtractFromSalesCounter() throws Exception {
    OneOrder.subtractingOnce(new SubtractFromSalesCounter()).atMost(QUICK).verify();
  }

  @Test
  @Tag("deep")
  void capturePaymentDeep() throws Exception {
    OnePayment.capturing(PaymentsSecondRunTest::capture)
        .keyStable(Payrail.class)
        .atMost(DEEP)
        .verify();
  }

  @Test
  @Tag("deep")
  void refundOfAllDeep() throws Exception {
    OnePayment.refundingAll(PaymentsSecondRunTest::refund)
        .keyStable(Payrail.class)
        .atMost(DEEP)
        .verify();
  }

  private static JobHandler<PaymentToCapture> capture(BoxOfficeServices services) {
    return new CapturePayment(services.payrail().orElseThrow());
  }

  private static JobHandler<RefundToPay> refund(BoxOfficeServices services) {
    return new RefundPayment(services.database(), services.payrail().orElseThrow());
  }
}
