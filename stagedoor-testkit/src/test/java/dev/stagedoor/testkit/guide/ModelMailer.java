package dev.stagedoor.testkit.guide;

import dev.stagedoor.testkit.fakes.ModelProvider;

// page: model begins
class ModelMailer extends ModelProvider implements Mailer {
  @Override
  public void send(String to, String text) {
    accept(null, to + ": " + text);
  }

  @Override
  public void send(String to, String text, String key) {
    accept(key, to + ": " + text);
  }
}
// page: model ends
