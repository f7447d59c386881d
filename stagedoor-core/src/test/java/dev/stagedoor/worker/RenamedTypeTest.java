package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an older version has enqueued, after types and payloads have changed. */
final class RenamedTypeTest {
  /** As an older version wrote it. */
  record Then(long order, String gone) {}

  /** As this one reads it. */
  record Now(long orderId, String added) {}

  private static final JobType<Then> THEN = JobType.of("mail_tickets", Then.class);
  private static final JobType<Now> NOW = JobType.of("send_tickets", Now.class);
  private final Stage stage = new Stage();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    stage.close();
  }

  private static String upgrade(String text) {
    return text.replace("\"order\":", "\"orderId\":");
  }

  @Test
  void C70_aRenamedTypeIsUpgradedByAFunction() throws Exception {
    stage.start(
        b ->
            b.handle(
                NOW,
                run -> seen.add(run.payload().orderId() + " " + run.payload().added()),
                h -> h.formerly("mail_tickets", RenamedTypeTest::upgrade)));
    JobId old = stage.enqueue(THEN.job(new Then(4471, "x")));
    stage.events.awaitMoved(old, Transition.COMPLETE);
    JobId current = stage.enqueue(NOW.job(new Now(4472, "y")));
    stage.events.awaitMoved(current, Transition.COMPLETE);
    assertThat(seen).containsExactly("4471 null", "4472 y");
  }

  @Test
  void C70_whatCannotBeUpgradedIsDeadKeptAndRedrivenAfterTheNextDeploy() throws Exception {
    Stagedoor first =
        stage.start(
            b ->
                b.handle(
                    NOW,
                    run -> {},
                    h ->
                        h.formerly(
                            "mail_tickets",
                            text -> {
                              throw new IllegalArgumentException("no such field");
                            })));
    JobId old = stage.enqueue(THEN.job(new Then(4471, "x")));
    JobId good = stage.enqueue(NOW.job(new Now(4472, "y")));
    stage.events.awaitMoved(old, Transition.DIE);
    stage.events.awaitMoved(good, Transition.COMPLETE); // the loop goes on
    assertThat(stage.text("SELECT cause FROM stagedoor.jobs WHERE id = ?", old))
        .contains("the payload stored as \"mail_tickets\" cannot be upgraded")
        .contains("no such field")
        .doesNotContain("4471");
    first.close();

    Stagedoor next =
        stage.start(
            b ->
                b.handle(
                    NOW,
                    run -> seen.add("" + run.payload().orderId()),
                    h -> h.formerly("mail_tickets", RenamedTypeTest::upgrade)));
    try (var c = stage.database.getConnection()) {
      c.setAutoCommit(false);
      assertThat(next.outbox().redrive(c, old)).isEqualTo(Redriven.DUE);
      c.commit();
    }
    stage.events.awaitMoved(old, Transition.COMPLETE);
    assertThat(seen).containsExactly("4471");
  }

  /** Nothing of the handler is stored, so its class may be called anything. */
  @Test
  void C70_aProxyMayHandle() throws Exception {
    JobHandler<?> proxy =
        (JobHandler<?>)
            Proxy.newProxyInstance(
                JobHandler.class.getClassLoader(),
                new Class<?>[] {JobHandler.class},
                (self, method, args) -> seen.add("called"));
    @SuppressWarnings("unchecked")
    JobHandler<Now> handler = (JobHandler<Now>) proxy;
    stage.start(b -> b.handle(NOW, handler));
    JobId id = stage.enqueue(NOW.job(new Now(1, "")));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(seen).containsExactly("called");
  }

  @Test
  void twoHandlersForOneFormerNameAreRefused() {
    assertThatThrownBy(
            () ->
                Stagedoor.builder(stage.database).stream(LocalStream.inThisProcess())
                    .handle(NOW, run -> {}, h -> h.formerly("mail_tickets"))
                    .handle(THEN, run -> {})
                    .build())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("two handlers for type \"mail_tickets\": keep one");
  }
}
