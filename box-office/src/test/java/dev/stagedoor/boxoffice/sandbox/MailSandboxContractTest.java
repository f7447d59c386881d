package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.testkit.contract.ProviderContract;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The sandbox keeps the promises of a provider, over HTTP; its keys live longer than a test. */
class MailSandboxContractTest implements ProviderContract {
  private final MailSandbox sandbox;
  private final SandboxClient client;

  MailSandboxContractTest() throws IOException {
    sandbox = MailSandbox.start(0);
    client = new SandboxClient(sandbox.uri());
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Override
  public Reply send(@Nullable String key, String request) {
    String mail =
        """
        {"from":{"email":"tickets@stagedoor.example"},"to":{"email":"jose@example.org"},
         "subject":"Your tickets","text":"%s"}"""
            .formatted(request);
    HttpResponse<String> answer = client.send(key, mail);
    return switch (answer.statusCode()) {
      case 201 -> new Reply.Done(SandboxClient.read(answer).path("id").asString());
      case 400 -> new Reply.KeyMissing();
      case 409 -> new Reply.StillRunning();
      case 422 -> new Reply.KeyReused();
      default -> throw new AssertionError(answer.statusCode() + " " + answer.body());
    };
  }

  @Override
  public long accepted() throws Exception {
    return client.counts().path("accepted").longValue();
  }

  @Override
  public boolean keyIsRequired() {
    return true;
  }
}
