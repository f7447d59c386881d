package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.email.HttpMailer;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import java.io.IOException;
import tools.jackson.databind.node.ObjectNode;

/** Tells when each send begins and ends. Changes nothing. */
record WatchedMailer(HttpMailer mailer, Voice voice) implements Mailer, Lookup {
  @Override
  public void send(Mail mail, IdempotencyKey key, Origin origin)
      throws IOException, InterruptedException {
    voice.say(line(mail, true));
    try {
      mailer.send(mail, key, origin);
    } finally {
      voice.say(line(mail, false));
    }
  }

  private static ObjectNode line(Mail mail, boolean begins) {
    return Voice.event(Line.SENDING)
        .put("mail", mail.reference())
        .put("thread", Thread.currentThread().getName())
        .put("begins", begins);
  }

  @Override
  public Answer find(IdempotencyKey key) throws Exception {
    return mailer.find(key);
  }
}
