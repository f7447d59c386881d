package dev.stagedoor.cli;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.schema.SchemaRefused;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one place that turns what a command throws into the one line that its caller reads.
 * Immutable, thread-safe.
 */
public final class KnownFaults implements FaultText {
  private final List<FaultText> inOrder;

  private KnownFaults(List<FaultText> inOrder) {
    this.inOrder = inOrder;
  }

  /**
   * Wrong settings, schema, PostgreSQL, Redis.
   *
   * @param more asked first: what the caller's own commands throw
   */
  public static KnownFaults and(FaultText... more) {
    Stream<FaultText> ours =
        Stream.of(KnownFaults::told, new PostgresFaults(null), new RedisFaults());
    return new KnownFaults(Stream.concat(Stream.of(more), ours).toList());
  }

  @Override
  public Optional<String> of(Throwable fault) {
    return inOrder.stream()
        .flatMap(f -> f.of(fault).stream())
        .findFirst()
        .map(KnownFaults::oneLine);
  }

  /** Exceptions whose message is the line already. */
  private static Optional<String> told(Throwable fault) {
    for (Throwable t = fault; t != null; t = t.getCause()) {
      if (t instanceof BadUse || t instanceof ConfigurationFault || t instanceof SchemaRefused) {
        return Optional.of(String.valueOf(t.getMessage()));
      }
    }
    return Optional.empty();
  }

  /** Servers answer in several lines, and may echo what would steer a terminal. */
  private static String oneLine(@Nullable String text) {
    return PlainText.of(String.valueOf(text).strip());
  }
}
