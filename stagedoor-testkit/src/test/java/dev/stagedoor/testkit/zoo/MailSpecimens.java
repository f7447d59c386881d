package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.STUCK;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Mailer;
import dev.stagedoor.testkit.zoo.Providers.ModelMailer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tickets of order 7 go out as one mail. */
final class MailSpecimens {
  private static final String MAIL = "tickets of order 7";
  private static final String KEY = "tickets-7";
  private static final String TABLE =
      """
      CREATE TABLE email_sends (
        order_id bigint PRIMARY KEY, claimed_at timestamptz NOT NULL, sent_at timestamptz)
      """;

  /** A claim that stays for ever. 0 rows: there is one. */
  private static final String CLAIM =
      "INSERT INTO email_sends VALUES (7, now(), NULL) ON CONFLICT (order_id) DO NOTHING";

  /** A claim that another run may take over after two minutes. 0 rows: held or sent. */
  private static final String CLAIM_OR_TAKE_OVER =
      """
      INSERT INTO email_sends AS sends VALUES (7, now(), NULL)
      ON CONFLICT (order_id) DO UPDATE SET claimed_at = now()
       WHERE sends.sent_at IS NULL AND sends.claimed_at < now() - interval '2 minutes'
      """;

  private static final String IS_SENT =
      "SELECT 1 FROM email_sends WHERE order_id = 7 AND sent_at IS NOT NULL";
  private static final String MARK = "UPDATE email_sends SET sent_at = now() WHERE order_id = 7";
  private static final String INSERT_MARK =
      "INSERT INTO email_sends VALUES (7, now(), now()) ON CONFLICT (order_id) DO NOTHING";

  private MailSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        mail("no check", TWICE, "Every run sends.", MailSpecimens::noCheck),
        mail(
            "look, send, mark",
            TWICE,
            "The mail is out before anything says so, and the provider gets no key.",
            MailSpecimens::lookSendMark),
        mail(
            "mark, then send",
            LOST,
            "A crash between the two leaves a mark above a mail that never left.",
            MailSpecimens::markThenSend),
        mail(
            "claim that never goes stale",
            STUCK,
            "A crash leaves a claim that every later run respects.",
            MailSpecimens::claimForEver),
        mail(
            "held taken for done",
            LOST,
            "A run that finds a claim returns, and whoever held it is dead.",
            MailSpecimens::heldIsDone),
        mail(
            "claim without a provider key",
            TWICE,
            "Whoever takes over a stale claim cannot know whether its owner sent.",
            world -> claimSendMark(world, null)),
        mail(
            "claim in the transaction that sends",
            TWICE,
            "A crash after the send rolls back the claim with everything else.",
            MailSpecimens::sendInsideTransaction),
        new Specimen(
            "sent again when the key is forgotten",
            "mail",
            TWICE,
            "The provider keeps keys for an hour, and a run two hours later relies on it.",
            () ->
                secondRun(
                        world -> claimSendMark(world, KEY),
                        () -> new ModelMailer(Duration.ofHours(1)))
                    .clockJumps(Duration.ofMinutes(3), Duration.ofHours(2))),
        new Specimen(
            "came again when the key was forgotten",
            "mail",
            TWICE,
            "The job comes again a day after a crash, and the mark was not made.",
            () ->
                secondRun(
                    MailSpecimens::lookSendWithKeyMark,
                    () -> new ModelMailer(Duration.ofHours(1)))),
        mail(
            "claim, send under a key, mark",
            ONCE,
            "A claim goes stale, and its heir sends under the same key.",
            world -> claimSendMark(world, KEY)),
        new Specimen(
            "at most once by policy",
            "mail",
            ONCE,
            "Mark, then send, where a second mail is worse than none.",
            () ->
                secondRun(MailSpecimens::markThenSend, ModelMailer::new)
                    .allow(LOST, "newsletters go out at most once by policy")));
  }

  private static Specimen mail(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(name, "mail", expected, why, () -> secondRun(handler, ModelMailer::new));
  }

  private static SecondRun<Void> secondRun(Handler handler, Supplier<ModelMailer> model) {
    return Handler.secondRun(handler)
        .given(TABLE)
        .client(Mailer.class, model)
        .exactlyOnce("mail", world -> world.provider(ModelMailer.class).accepted());
  }

  private static void noCheck(World world) {
    world.client(Mailer.class).send(MAIL, null);
  }

  private static void lookSendMark(World world) throws Exception {
    if (!Db.look(world, IS_SENT)) {
      world.client(Mailer.class).send(MAIL, null);
      Db.alone(world, INSERT_MARK);
    }
  }

  private static void lookSendWithKeyMark(World world) throws Exception {
    if (!Db.look(world, IS_SENT)) {
      world.client(Mailer.class).send(MAIL, KEY);
      Db.alone(world, INSERT_MARK);
    }
  }

  private static void markThenSend(World world) throws Exception {
    if (Db.alone(world, INSERT_MARK) == 1) {
      world.client(Mailer.class).send(MAIL, KEY);
    }
  }

  private static void claimForEver(World world) throws Exception {
    if (Db.alone(world, CLAIM) == 1) {
      world.client(Mailer.class).send(MAIL, KEY);
      Db.alone(world, MARK);
    } else if (!Db.look(world, IS_SENT)) {
      throw new Handler.Held();
    }
  }

  private static void heldIsDone(World world) throws Exception {
    if (Db.alone(world, CLAIM_OR_TAKE_OVER) == 1) {
      world.client(Mailer.class).send(MAIL, KEY);
      Db.alone(world, MARK);
    }
  }

  private static void claimSendMark(World world, @Nullable String key) throws Exception {
    if (Db.alone(world, CLAIM_OR_TAKE_OVER) == 1) {
      world.client(Mailer.class).send(MAIL, key);
      Db.alone(world, MARK);
    } else if (!Db.look(world, IS_SENT)) {
      throw new Handler.Held();
    }
  }

  private static void sendInsideTransaction(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(INSERT_MARK) == 1) {
            world.client(Mailer.class).send(MAIL, null);
          }
        });
  }
}
