package dev.stagedoor.boxoffice.email;

import static dev.stagedoor.boxoffice.order.Jobs.TICKET_EMAIL;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Unsure;

/**
 * How the email with an order's tickets goes out: what its provider promises, and the way to it.
 * The two belong together, so they are chosen together. Immutable.
 *
 * @param from the box office's own address
 */
public record TicketEmail(EffectType type, Mailer mailer, String from) {
  /** By a provider that keeps keys for a day. */
  public static TicketEmail keyed(Mailer mailer) {
    return new TicketEmail(TICKET_EMAIL, mailer, Mail.FROM);
  }

  /** By a provider without keys: after a lost reply nobody can give both, so somebody chooses. */
  public static TicketEmail withoutKeys(Mailer mailer, Unsure unsure) {
    return new TicketEmail(TICKET_EMAIL.providerHasNoKeys(unsure), mailer, Mail.FROM);
  }

  /**
   * Another kind of effect that goes the same way: what this provider promises, and its windows.
   */
  public EffectType likewise(EffectType other) {
    EffectType promised =
        type.unsure().map(other::providerHasNoKeys).orElseGet(() -> keeping(other));
    EffectType timed = type.sendTimeout().map(promised::sendTimeout).orElse(promised);
    return type.staleAfter().map(timed::staleAfter).orElse(timed);
  }

  private EffectType keeping(EffectType other) {
    return type.keysKept().map(other::providerKeepsKeys).orElse(other);
  }

  public TicketEmail from(String address) {
    return new TicketEmail(type, mailer, address);
  }
}
