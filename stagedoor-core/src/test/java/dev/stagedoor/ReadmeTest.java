package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** README.md: its example is compiled, run, and does what the page says. */
class ReadmeTest {
  private static final Page PAGE = Page.of("README.md");

  @Test
  void theExampleIsTheCodeThatIsRun() {
    String source =
        SourceFile.all().stream()
            .filter(s -> s.simpleName().equals("ReadmeExample"))
            .map(SourceFile::text)
            .findFirst()
            .orElseThrow();
    String run =
        Pattern.compile("(?s)// README begins(.*?)// README ends")
            .matcher(source)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining());

    assertThat(PAGE.code("example")).isEqualToIgnoringWhitespace(run);
    assertThat(PAGE.code("example").lines().filter(line -> !line.isBlank()))
        .hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void theExampleSendsUnderTheKeyThatThePageNames() throws Exception {
    DataSource database = TestServers.freshDatabase();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    BlockingQueue<String> sent = new LinkedBlockingQueue<>();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (Stagedoor running =
          ReadmeExample.sell(
              database, connection, (order, key) -> sent.add(order.orderId() + " " + key))) {
        connection.commit();

        assertThat(running).isNotNull();
        assertThat(sent.poll(20, TimeUnit.SECONDS)).isEqualTo("4471 tickets-4471");
      }
    }
    assertThat(PAGE.text()).contains("`tickets-4471`");
  }
}
