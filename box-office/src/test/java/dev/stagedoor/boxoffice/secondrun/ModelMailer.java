package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.world.ClientFaults;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** The mail provider, which keeps keys for a day, as its client sees it. */
public final class ModelMailer extends ModelProvider implements Mailer {
  public ModelMailer() {
    super(Duration.ofHours(24));
  }

  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin) {
    accept(key.value(), mail.subject() + " to " + mail.toEmail());
  }

  /** How the client over HTTP tells that something went wrong. */
  public static ClientFaults faults() {
    return ClientFaults.standard()
        .timeOut(() -> new HttpTimeoutException("request timed out"))
        .rejected("409", SendFailure::stillRunning)
        .rejected("429", () -> SendFailure.throttled(Duration.ofSeconds(2)));
  }
}
