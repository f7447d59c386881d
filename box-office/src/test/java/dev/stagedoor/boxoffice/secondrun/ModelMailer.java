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
  private final boolean keepsKeys;

  public ModelMailer() {
    this(true);
  }

  private ModelMailer(boolean keepsKeys) {
    super(Duration.ofHours(24));
    this.keepsKeys = keepsKeys;
  }

  /** One that takes every mail for a new one. */
  static ModelMailer withoutKeys() {
    return new ModelMailer(false);
  }

  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin) {
    accept(keepsKeys ? key.value() : null, mail.subject() + " to " + mail.toEmail());
  }

  /** How the client over HTTP tells that something went wrong. */
  public static ClientFaults faults() {
    return ClientFaults.standard()
        .timeOut(() -> new HttpTimeoutException("request timed out"))
        .rejected("409", SendFailure::stillRunning)
        .rejected("429", () -> SendFailure.throttled(Duration.ofSeconds(2)));
  }
}
