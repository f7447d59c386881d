package dev.stagedoor.boxoffice.page;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands in the form of an event's page: empty, or as it was sent and what is wrong with it.
 *
 * @param key names the order that this form will place, however often it is sent
 * @param errors by field: {@code seats}, {@code name}, {@code email}, {@code paymentToken}
 * @param notice what became of the form as a whole; null for nothing
 */
public record OrderForm(
    String key,
    Set<String> seats,
    Map<String, String> fields,
    Map<String, List<String>> errors,
    @Nullable String notice) {
  public OrderForm {
    seats = Set.copyOf(seats);
    fields = Map.copyOf(fields);
    errors = Map.copyOf(errors);
  }

  /** One that nobody has filled in. */
  public static OrderForm empty(String key) {
    return new OrderForm(key, Set.of(), Map.of(), Map.of(), null);
  }

  public boolean isChosen(String seat) {
    return seats.contains(seat);
  }

  /** What was typed; empty for nothing. */
  public String typed(String field) {
    return fields.getOrDefault(field, "");
  }

  public List<String> faults(String field) {
    return errors.getOrDefault(field, List.of());
  }

  public boolean hasFault(String field) {
    return errors.containsKey(field);
  }

  public boolean isRefused() {
    return notice != null || !errors.isEmpty();
  }
}
