package dev.stagedoor.testkit.guide;

/** What the reader has already. */
// page: mailer begins
interface Mailer {
  void send(String to, String text);

  void send(String to, String text, String key);
}
// page: mailer ends
