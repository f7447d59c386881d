package dev.stagedoor.boxoffice.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.RunningBoxOffice;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.event.Events;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.JdbcTransactions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages in Chromium, as a person without JavaScript sees them on a phone. Where there is none
 * it is skipped, unless {@code STAGEDOOR_BROWSER=required}. What it saw lies in {@code
 * target/pages}.
 */
@Tag("deep")
class RealBrowserTest {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path SEEN = Path.of("target/pages");
  private static final int PHONE = 375;

  @TempDir private Path directory;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private RunningBoxOffice office;
  private BoxOfficeServer server;
  private Playwright playwright;
  private Browser chromium;

  @BeforeEach
  void start() throws Exception {
    boolean there = Files.isExecutable(CHROMIUM);
    boolean required = "required".equals(System.getenv("STAGEDOOR_BROWSER"));
    assumeTrue(there || required, () -> "no " + CHROMIUM + ": install Debian's chromium");
    assertThat(there).as("STAGEDOOR_BROWSER=required, and no %s", CHROMIUM).isTrue();
    office = new RunningBoxOffice(directory, BoxOfficeJobs::register);
    server =
        BoxOfficeServer.start(
            BoxOfficeFixture.ANY_PORT,
            office.database,
            new JdbcTransactions(office.database, Events.none()),
            Outbox.on(office.database),
            Charging.ON,
            office.store);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    chromium =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(CHROMIUM)
                    .setArgs(List.of("--no-sandbox")));
    Files.createDirectories(SEEN);
  }

  @AfterEach
  void stop() {
    if (playwright != null) {
      playwright.close();
    }
    if (server != null) {
      server.close();
    }
    if (office != null) {
      office.close();
    }
  }

  private Page window(int width, ColorScheme scheme) {
    BrowserContext context =
        chromium.newContext(
            new Browser.NewContextOptions()
                .setJavaScriptEnabled(false)
                .setViewportSize(width, 700)
                .setColorScheme(scheme)
                .setBaseURL(server.uri().toString()));
    Page page = context.newPage();
    page.onRequest(request -> asked.add(request.url()));
    page.onConsoleMessage(message -> complaints.add(message.text()));
    return page;
  }

  @Test
  void aBuyerOnAPhoneOrdersASeatAndDownloadsTheTicket() throws Exception {
    Page page = window(PHONE, ColorScheme.LIGHT);
    page.navigate("/e/" + office.dear());
    page.getByLabel("A3").check();
    page.getByLabel("Name").fill(" ");
    page.getByLabel("E-mail").fill("ada@example.org");
    page.getByLabel("Payment token").fill("tok_visa");
    page.getByText("Order and pay").click();
    assertThat(page.getByText("is blank: give 1 to 200").isVisible()).isTrue();
    assertThat(page.getByLabel("A3").isChecked()).isTrue();
    see(page, "refused", PHONE, ColorScheme.LIGHT);

    page.getByLabel("Name").fill("Ada Lovelace");
    page.getByText("Order and pay").click();
    page.waitForURL(Pattern.compile(".*/o/[0-9a-f-]{36}.*"));
    String order = page.url().replaceFirst("\\?.*", "");
    page.getByText("Your tickets were sent to you").waitFor();

    Download download =
        page.waitForDownload(() -> page.getByText("Download the tickets (PDF)").click());
    assertThat(download.suggestedFilename()).matches("tickets-[0-9a-f]{8}\\.pdf");
    assertThat(new String(Files.readAllBytes(download.path()), StandardCharsets.ISO_8859_1))
        .startsWith("%PDF-");
    page.navigate("/e/" + office.dear());
    assertThat(page.getByLabel("A3").count()).isZero();
    assertThat(page.getByText("4 left of 5").isVisible()).isTrue();
    assertThat(order).startsWith(server.uri().toString());
    assertThat(asked).allMatch(url -> url.startsWith(server.uri().toString()));
    assertThat(complaints).noneMatch(text -> text.contains("Content Security Policy"));
  }

  @Test
  void theBackButtonLeadsToTheSameOrder() throws Exception {
    Page page = window(PHONE, ColorScheme.LIGHT);
    page.navigate("/e/" + office.dear());
    String first = orderOneSeat(page);
    page.goBack();
    String second = orderOneSeat(page);

    assertThat(second).isEqualTo(first);
    assertThat(office.number("SELECT count(*) FROM boxoffice.orders")).isEqualTo(1);
  }

  private static String orderOneSeat(Page page) {
    page.getByLabel("A1").check();
    page.getByLabel("Name").fill("Ada");
    page.getByLabel("E-mail").fill("ada@example.org");
    page.getByLabel("Payment token").fill("tok_visa");
    page.getByText("Order and pay").click();
    page.waitForURL(Pattern.compile(".*/o/[0-9a-f-]{36}.*"));
    return page.url().replaceFirst("\\?.*", "");
  }

  @Test
  void nothingIsWiderThanAnyScreen() throws Exception {
    ApiClient api = new ApiClient(server.uri());
    String arena = newEvent(api, "\"rows\":200,\"seatsPerRow\":100");
    String odd =
        newEvent(api, "\"seats\":[\"" + "W".repeat(20) + "\",\"Balcony left 112\",\"1\",\"2\"]");
    office.order("A1", "A2");
    office.heard.awaitCompleted(1, "send_tickets");
    String order = office.text("SELECT public_id FROM boxoffice.orders");
    String sales = office.text("SELECT organizer_key FROM boxoffice.events WHERE id = 2");
    Map<String, String> paths =
        Map.of(
            "event", "/e/" + office.dear(),
            "arena", "/e/" + arena,
            "odd", "/e/" + odd,
            "free", "/e/1",
            "order", "/o/" + order,
            "sales", "/sales/" + sales,
            "missing", "/o/x");
    for (int width : new int[] {320, PHONE, 1280}) {
      for (ColorScheme scheme : new ColorScheme[] {ColorScheme.LIGHT, ColorScheme.DARK}) {
        Page page = window(width, scheme);
        for (Map.Entry<String, String> path : paths.entrySet()) {
          page.navigate(path.getValue());
          see(page, path.getKey(), width, scheme);
        }
      }
    }
    assertThat(asked).allMatch(url -> url.startsWith(server.uri().toString()));
  }

  private static String newEvent(ApiClient api, String seats) {
    String body =
        """
        {"title":"%s","organizer":"Teatr","startsAt":"2027-05-01T19:30:00Z",%s}"""
            .formatted("W".repeat(200), seats);
    return ApiClient.json(api.post("/events", body)).path("id").asString();
  }

  /** Keeps a picture, and looks whether it must be scrolled sideways. */
  private static void see(Page page, String name, int width, ColorScheme scheme) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(SEEN.resolve(name + "-" + width + "-" + scheme + ".png"))
            .setFullPage(!name.equals("arena")));
    Object needed = page.evaluate("document.documentElement.scrollWidth");
    assertThat(((Number) needed).intValue()).as(name + " at " + width).isLessThanOrEqualTo(width);
  }
}
