package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Buys tickets over HTTP, as anybody could. Thread-safe. */
final class Shop {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int TRIES = 20;
  private static final long PRICE_MINOR = 2_500;

  private final HttpClient http;
  private final URI service;
  private final String prefix;
  private final Books books;
  private final List<Long> events = new ArrayList<>();
  private final Map<Integer, String> answers = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
  private final AtomicLong repeated = new AtomicLong();

  /**
   * @param prefix begins the request ids and keys of this demo, and of no other
   */
  Shop(HttpClient http, URI service, String prefix, Books books) {
    this.http = http;
    this.service = service;
    this.prefix = prefix;
    this.books = books;
  }

  /** Puts the plan's events on sale. Call once, before the first order. */
  void openEvents(Plan plan) throws IOException, InterruptedException {
    for (int event = 0; event < plan.seatsOfEvents().size(); event++) {
      ObjectNode json =
          Json.object()
              .put("title", "Evening no. " + (event + 1))
              .put("organizer", "Stagedoor Theatre")
              .put("priceMinor", PRICE_MINOR)
              .put("currency", "EUR")
              .put("startsAt", "2031-05-%02dT19:30:00Z".formatted(1 + event % 28));
      ArrayNode seats = json.putArray("seats");
      IntStream.range(0, plan.seatsOfEvents().get(event)).forEach(i -> seats.add(seat(i)));
      HttpResponse<byte[]> answer = post("/events", prefix + "event-" + event, json);
      if (answer.statusCode() != 201) {
        throw new IOException("POST /events was answered " + text(answer));
      }
      events.add(Long.parseLong(Json.readObject(answer.body()).path("id").asString()));
    }
  }

  /** The box office's numbers of the events, in the order of the plan. */
  List<Long> events() {
    return List.copyOf(events);
  }

  /** Places an order, and once more where the plan says so. */
  void place(PlannedOrder order) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = ask(order);
    if (answer.statusCode() != 201) {
      problems.add("request " + requestOf(order) + " was answered " + text(answer));
      return;
    }
    answers.put(order.index(), Json.readObject(answer.body()).path("id").asString());
    if (order.repeated()) {
      repeat(order, text(answer));
    }
  }

  private void repeat(PlannedOrder order, String first) throws IOException, InterruptedException {
    repeated.incrementAndGet();
    String second = text(ask(order));
    if (!second.equals(first)) {
      problems.add(
          "request " + requestOf(order) + " was answered " + first + ", and repeated, " + second);
    }
  }

  /** Under one key until there is an answer: that is what the key is for. */
  private HttpResponse<byte[]> ask(PlannedOrder order) throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      HttpResponse<byte[]> answer = post("/orders", requestOf(order), json(order));
      boolean later = answer.statusCode() == 409 || answer.statusCode() == 503;
      if (!later || tries == TRIES) {
        return answer;
      }
      TimeUnit.MILLISECONDS.sleep(50L * tries);
    }
  }

  private ObjectNode json(PlannedOrder order) {
    ObjectNode json =
        Json.object()
            .put("eventId", events.get(order.event()))
            .put("paymentToken", "tok_visa_" + order.index());
    ArrayNode seats = json.putArray("seats");
    IntStream.range(order.firstSeat(), order.firstSeat() + order.seats())
        .forEach(i -> seats.add(seat(i)));
    json.putObject("buyer")
        .put("name", order.buyer())
        .put("email", "buyer" + (order.index() + 1) + "@example.org");
    return json;
  }

  private HttpResponse<byte[]> post(String path, String id, ObjectNode body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .header(IdempotencyKeyHeader.NAME, id)
            .header("X-Request-Id", id)
            .POST(BodyPublishers.ofString(Json.text(body)))
            .build();
    return http.send(request, BodyHandlers.ofByteArray());
  }

  private static String text(HttpResponse<byte[]> answer) {
    String body = new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8);
    return answer.statusCode() + " " + body;
  }

  private static String seat(int position) {
    return (char) ('A' + position / 20 % 26) + Integer.toString(1 + position % 20);
  }

  /** The request id of an order, which its jobs carry. */
  String requestOf(PlannedOrder order) {
    return prefix + order.index();
  }

  /**
   * What the buyer knows the order by, and the provider its mail.
   *
   * @throws IllegalStateException if it was not placed
   */
  String publicIdOf(PlannedOrder order) {
    String answer = answers.get(order.index());
    if (answer == null) {
      throw new IllegalStateException("request " + requestOf(order) + " placed no order");
    }
    return answer;
  }

  /** For a person: {@code order 4471}. */
  String nameOf(PlannedOrder order) throws SQLException {
    return answers.containsKey(order.index())
        ? "order " + books.orderOf(requestOf(order))
        : "no order";
  }

  /** How many orders were answered 201. */
  long ordered() {
    return answers.size();
  }

  long repeatedRequests() {
    return repeated.get();
  }

  /** A line for each request that was not answered as it should have been. */
  List<String> problems() {
    return List.copyOf(problems);
  }
}
