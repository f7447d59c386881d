package dev.stagedoor.boxoffice.naive;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.TICKET_EMAIL;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.BoxOfficeServices;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The box office's jobs with one technique left out. */
public enum Without {
  /** Email jobs beyond one an order. */
  STATE("state"),
  /** Sends of one intent that overlap at the provider. */
  CLAIM("claim"),
  /** Accepted emails beyond one an order. */
  PROVIDER_KEY("providerKey"),
  /** A counter beyond the seats sold. */
  JOB_ID("jobId");

  private final String word;

  Without(String word) {
    this.word = word;
  }

  /** As on a command line. */
  public String word() {
    return word;
  }

  /**
   * @throws IllegalArgumentException naming the words that there are
   */
  public static Without of(String word) {
    return Arrays.stream(values())
        .filter(w -> w.word.equals(word))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("without \"" + word + "\": use one of " + words()));
  }

  private static String words() {
    return Arrays.stream(values()).map(Without::word).collect(Collectors.joining(", "));
  }

  /** All jobs of the box office, one of them by its wrong handler. */
  public Stagedoor.Builder register(Stagedoor.Builder builder, BoxOfficeServices services) {
    rendering(builder, services);
    sending(builder, services);
    BoxOfficeJobs.resending(builder, services);
    BoxOfficeJobs.reporting(builder, services);
    BoxOfficeJobs.paying(builder, services);
    return counting(builder, services);
  }

  private void rendering(Stagedoor.Builder builder, BoxOfficeServices services) {
    if (this == STATE) {
      builder.handle(RENDER_TICKETS, new RenderAlways(services));
    } else {
      BoxOfficeJobs.rendering(builder, services);
    }
  }

  private void sending(Stagedoor.Builder builder, BoxOfficeServices services) {
    switch (this) {
      case CLAIM -> builder.handle(SEND_TICKETS, new SendReadThenWrite(services));
      case PROVIDER_KEY ->
          builder.handle(
              SEND_TICKETS,
              new SendWithNewKey(services),
              handling -> handling.effects(TICKET_EMAIL));
      default -> BoxOfficeJobs.sending(builder, services);
    }
  }

  private Stagedoor.Builder counting(Stagedoor.Builder builder, BoxOfficeServices services) {
    return this == JOB_ID
        ? builder.handle(UPDATE_SALES_COUNTER, new CountAgain(services.database()))
        : BoxOfficeJobs.counting(builder);
  }
}
