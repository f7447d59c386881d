package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Deadline;
import dev.stagedoor.boxoffice.process.Poll;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Ids;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.StreamUnavailable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** One demo from beginning to end: start, sell and strike, wait until all is quiet, count. */
final class Demo {
  private static final int REPLIES_LOST = 3;
  private static final Duration LOOK = Duration.ofMillis(250);

  private final DemoOptions options;
  private final Progress progress;
  private final Workplace place;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Board board = new Board();
  private final Memory memory = new Memory();
  private final String name = "demo-" + Ids.RANDOM.next().toString().substring(0, 8);
  private final long begun = Ticker.SYSTEM.nanos();

  private Demo(DemoOptions options, Progress progress, Workplace place) {
    this.options = options;
    this.progress = progress;
    this.place = place;
  }

  /** Runs it on these servers, or on embedded ones. */
  static Ledger run(DemoOptions options, ServerOptions servers, Progress progress, Workplace place)
      throws IOException, InterruptedException, SQLException {
    return new Demo(options, progress, place).run(servers);
  }

  private Ledger run(ServerOptions servers) throws IOException, InterruptedException, SQLException {
    progress.line(options.announcement());
    progress.status("starting");
    try (Stage stage = Stage.start(servers, name, options, place, board)) {
      sandbox(stage).warmUp(); // while the crew starts
      payrail(stage).warmUp();
      URI service = URI.create(stage.crew().awaitReady());
      progress.line("started after " + seconds() + " s: selling at " + service);
      return sell(stage, service);
    }
  }

  private Ledger sell(Stage stage, URI service)
      throws IOException, InterruptedException, SQLException {
    Plan plan = Planner.draw(options.seed(), options.orders(), options.asked(), options.without());
    Books books = new Books(stage.database(), place.store(), name + "-");
    SandboxAdmin sandbox = sandbox(stage);
    Shop shop = new Shop(http, service, name + "-", books);
    Deadline deadline = Deadline.in(options.limit());
    Striker striker =
        new Striker(
            stage.crew(), board, sandbox, shop, stage::wipeRedis, options.windows(), deadline);
    ExecutorService buyers = Executors.newSingleThreadExecutor();
    DutyLoop look = DutyLoop.start("demo-memory", () -> look(stage), LOOK, LOOK, this::trouble);
    try {
      shop.openEvents(plan);
      payrail(stage).loseReplies(REPLIES_LOST);
      List<String> uncovered = new Selling(plan, striker, shop, buyers, progress, deadline).run();
      boolean quiet = awaitQuiet(stage, books, deadline);
      progress.done();
      return new Audit(
              options, plan, board, books, new Audit.Providers(sandbox, payrail(stage)), shop)
          .ledger(quiet, uncovered, stage.crew().casualties(), seconds(), memory.mostMiB());
    } finally {
      look.close();
      buyers.shutdownNow();
    }
  }

  private SandboxAdmin sandbox(Stage stage) {
    return new SandboxAdmin(http, stage.sandbox().uri());
  }

  private PayrailAdmin payrail(Stage stage) {
    return new PayrailAdmin(http, stage.payrail().uri());
  }

  private int look(Stage stage) {
    stage.crew().workers().forEach(worker -> memory.look(worker.pid()));
    return 0;
  }

  private void trouble(String where, Throwable cause) {
    progress.line(where + ": " + cause);
  }

  /** No job to be done and no entry to be settled: nothing is left that could run. */
  private boolean awaitQuiet(Stage stage, Books books, Deadline deadline)
      throws InterruptedException {
    return Poll.until(() -> isQuiet(stage, books), LOOK, deadline.left());
  }

  private boolean isQuiet(Stage stage, Books books) {
    try {
      Map<String, Long> open = books.openJobs();
      long live = open.entrySet().stream().filter(e -> isLive(e.getKey())).count();
      progress.status("waiting until all is quiet: " + words(open));
      return live == 0 && stage.depth() == 0;
    } catch (SQLException | StreamUnavailable e) {
      progress.status("waiting until all is quiet: " + e.getMessage());
      return false;
    }
  }

  private static String words(Map<String, Long> open) {
    return open.isEmpty()
        ? "settling"
        : open.entrySet().stream()
            .map(e -> e.getValue() + " " + e.getKey())
            .collect(Collectors.joining(", "));
  }

  private static boolean isLive(String typeAndState) {
    return !typeAndState.endsWith(" dead") && !typeAndState.endsWith(" parked");
  }

  private double seconds() {
    return Math.round((Ticker.SYSTEM.nanos() - begun) / 1e8) / 10.0;
  }
}
