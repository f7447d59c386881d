package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.email.HttpMailer;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.SmtpAddress;
import dev.stagedoor.boxoffice.email.SmtpMailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.job.Windows;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Mixin: how mails go out, beside the address of whoever takes them. */
final class MailOptions {
  private static final Pattern ADDRESS = Pattern.compile("[\\x21-\\x7e&&[^@<>\"]]+@[A-Za-z0-9.-]+");

  private final Function<String, @Nullable String> environment;

  @Option(
      names = "--mail-from",
      paramLabel = "ADDRESS",
      description = "The box office's own address: " + Mail.FROM + ".")
  private String from = Mail.FROM;

  @Option(
      names = "--smtp-unsure",
      paramLabel = "CHOICE",
      description =
          "For smtp:// and smtps://, which have no keys: what to do with a mail of which it is not"
              + " known whether the server has taken it. park: at most one mail, a person decides."
              + " send-again: at least one, and perhaps more, all with one Message-ID.")
  private @Nullable String unsure;

  MailOptions() {
    this(System::getenv);
  }

  MailOptions(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /**
   * The way to this provider; nothing is connected yet.
   *
   * @throws BadUse if an option or the URL cannot be used
   */
  TicketEmail email(URI provider, Windows windows) {
    if (!ADDRESS.matcher(from).matches()) {
      throw new BadUse("--mail-from " + from + ": give one like tickets@example.org");
    }
    Duration patience = windows.sendTimeout().multipliedBy(9).dividedBy(10);
    return SmtpAddress.isMeant(provider)
        ? TicketEmail.withoutKeys(smtp(provider, patience), unsure()).from(from)
        : TicketEmail.keyed(http(provider, patience)).from(from);
  }

  /** As they were given, each after a space: every worker of a box office needs the same. */
  String asGiven() {
    return (from.equals(Mail.FROM) ? "" : " --mail-from " + from)
        + (unsure == null ? "" : " --smtp-unsure " + unsure);
  }

  private SmtpMailer smtp(URI provider, Duration patience) {
    try {
      SmtpAddress server =
          SmtpAddress.parse(provider, environment.apply("STAGEDOOR_SMTP_PASSWORD"));
      return new SmtpMailer(server, patience, InstantSource.system());
    } catch (IllegalArgumentException e) {
      throw new BadUse("--mail " + Addresses.shown(provider) + ": " + e.getMessage(), e);
    }
  }

  private HttpMailer http(URI provider, Duration patience) {
    if (unsure != null) {
      throw new BadUse(
          "--smtp-unsure " + unsure + ": leave it out, for a provider over HTTP keeps keys");
    }
    return new HttpMailer(Addresses.mail(provider), patience);
  }

  private Unsure unsure() {
    return switch (unsure == null ? "park" : unsure) {
      case "park" -> Unsure.PARK;
      case "send-again" -> Unsure.SEND_AGAIN;
      default -> throw new BadUse("--smtp-unsure " + unsure + ": give park or send-again");
    };
  }
}
