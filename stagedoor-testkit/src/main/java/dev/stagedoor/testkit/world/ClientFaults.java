package dev.stagedoor.testkit.world;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a client tells its caller that something went wrong, so that the kit can make it go wrong.
 * Immutable: each method gives a new value.
 */
public final class ClientFaults {
  private static final List<String> KEPT = List.of("crash", "lost", "unsent");
  private static final ClientFaults STANDARD = new ClientFaults(null, Map.of());
  private final @Nullable Supplier<? extends Exception> timeOut;
  private final Map<String, Supplier<? extends Exception>> rejections;

  private ClientFaults(
      @Nullable Supplier<? extends Exception> timeOut,
      Map<String, Supplier<? extends Exception>> rejections) {
    this.timeOut = timeOut;
    this.rejections = rejections;
  }

  /**
   * A time-out, before the effect or after it, is a {@code SocketTimeoutException}, wrapped in an
   * {@code UncheckedIOException} where the method declares none; nothing is rejected.
   */
  public static ClientFaults standard() {
    return STANDARD;
  }

  /** What the caller gets when there is no reply, whether the effect happened or not. */
  public ClientFaults timeOut(Supplier<? extends Exception> thrown) {
    return new ClientFaults(thrown, rejections);
  }

  /**
   * What the caller gets when the provider says no and does nothing.
   *
   * @param name stands in reports and replays, such as 429: letters, digits, hyphens
   */
  public ClientFaults rejected(String name, Supplier<? extends Exception> thrown) {
    if (!name.matches("[A-Za-z0-9-]{1,20}") || KEPT.contains(name)) {
      throw new IllegalArgumentException(
          "a rejection called \""
              + name
              + "\": use 1 to 20 letters, digits and hyphens, and none of "
              + String.join(", ", KEPT));
    }
    Map<String, Supplier<? extends Exception>> more = new LinkedHashMap<>(rejections);
    more.put(name, thrown);
    return new ClientFaults(timeOut, Map.copyOf(more));
  }

  /** Null for the standard one. */
  public @Nullable Supplier<? extends Exception> timeOut() {
    return timeOut;
  }

  /** By name. */
  public Map<String, Supplier<? extends Exception>> rejections() {
    return rejections;
  }
}
