package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.page.OrderForm;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An order as it was typed into the form of an event's page. It is read as the JSON of {@code POST
 * /orders} is, so that both are judged alike.
 *
 * @param json the same, as a client would send it
 */
record OrderEntry(String key, Set<String> seats, Map<String, String> typed, ObjectNode json) {
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final Map<String, String> FIELDS =
      Map.of("#/buyer/name", "name", "#/buyer/email", "email", "#/paymentToken", "paymentToken");

  /**
   * @throws ProblemException 400 if the form came without the key that every form has
   */
  static OrderEntry read(Form form, long event) {
    String key = form.text("key");
    if (!KEY.matcher(key).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "Malformed form",
              "The form's key is %s, which none is: open the event's page again."
                  .formatted(Shown.of(key))));
    }
    Set<String> seats = new LinkedHashSet<>(form.all("seat"));
    Map<String, String> typed = new TreeMap<>();
    for (String field : FIELDS.values()) {
      typed.put(field, form.text(field));
    }
    return new OrderEntry(key, seats, typed, json(event, seats, typed));
  }

  private static ObjectNode json(long event, Set<String> seats, Map<String, String> typed) {
    ObjectNode json = Json.object().put("eventId", event);
    ArrayNode list = json.putArray("seats");
    seats.forEach(list::add);
    json.putObject("buyer").put("name", typed.get("name")).put("email", typed.get("email"));
    String token = typed.getOrDefault("paymentToken", "");
    return token.isEmpty() ? json : json.put("paymentToken", token);
  }

  /** As it stands on the page again, with what is wrong beside each field. */
  OrderForm refused(Problem problem) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (FieldError error : problem.errors()) {
      errors.computeIfAbsent(field(error), f -> new ArrayList<>()).add(detail(error));
    }
    String notice = errors.isEmpty() ? problem.detail() : null;
    return new OrderForm(key, seats, typed, errors, notice);
  }

  /** As it stands on the page again, with what is wrong with all of it. */
  OrderForm refused(String otherKey, String notice) {
    return new OrderForm(otherKey, seats, typed, Map.of(), notice);
  }

  private static String field(FieldError error) {
    return FIELDS.getOrDefault(error.pointer(), "seats");
  }

  /** What is said of JSON lists and of minor units otherwise. */
  private String detail(FieldError error) {
    int chosen = seats.size();
    boolean howMany = chosen == 0 || chosen > Requests.MOST_SEATS_AN_ORDER;
    if (error.pointer().equals("#/seats") && howMany) {
      return chosen + " seats are chosen: choose 1 to " + Requests.MOST_SEATS_AN_ORDER;
    } else if (field(error).equals("paymentToken")
        && typed.getOrDefault("paymentToken", "").isEmpty()) {
      return "is missing: give the token that Payrail gave you for your card";
    }
    return error.detail();
  }
}
