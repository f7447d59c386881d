package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.Boundary.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A client as a run sees it: each call of its interface is a boundary, and then the model's. */
final class SeenClient extends Reflected {
  /** A time-out of a request that has not arrived. */
  private static final String UNSENT = "unsent";

  private final Class<?> type;
  private final ClientFaults faults;
  private final Stops stops;

  SeenClient(Class<?> type, Object model, ClientFaults faults, Stops stops) {
    super(model);
    this.type = type;
    this.faults = faults;
    this.stops = stops;
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    Order order = stops.reach(boundary(method, args));
    if (order instanceof Order.Reject reject && reject.name().equals(UNSENT)) {
      stops.happened(Outcome.UNSENT);
      throw timeOut(method);
    }
    if (order instanceof Order.Reject reject) {
      stops.happened(Outcome.refused(reject.name()));
      throw thrown(Objects.requireNonNull(faults.rejections().get(reject.name())));
    }
    Object answer;
    try {
      answer = pass(method, args);
    } catch (Exception e) {
      stops.happened(Outcome.refused(e.getClass().getSimpleName()));
      throw e;
    }
    if (order instanceof Order.Lose) {
      stops.happened(Outcome.REPLY_LOST);
      throw timeOut(method);
    }
    stops.happened(
        method.getReturnType() == void.class ? Outcome.DONE : Outcome.answered(shown(answer)));
    return answer;
  }

  private Boundary boundary(Method method, @Nullable Object[] args) {
    return new Boundary(
        Kind.CALL,
        type.getSimpleName() + "." + method.getName(),
        Arrays.stream(args).map(SeenClient::shown).collect(Collectors.joining(", ")),
        Footprint.writing("client " + type.getName()),
        true,
        Stream.concat(Stream.of(UNSENT), faults.rejections().keySet().stream()).toList());
  }

  private static String shown(@Nullable Object argument) {
    String text =
        argument instanceof byte[] bytes
            ? bytes.length + " bytes #" + Integer.toHexString(Arrays.hashCode(bytes))
            : String.valueOf(argument).replaceAll("\\s+", " ");
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }

  private Exception timeOut(Method method) {
    if (faults.timeOut() != null) {
      return thrown(faults.timeOut());
    }
    SocketTimeoutException late = new SocketTimeoutException("read timed out");
    boolean declared =
        Arrays.stream(method.getExceptionTypes())
            .anyMatch(t -> t.isAssignableFrom(IOException.class));
    return declared ? late : new UncheckedIOException(late);
  }

  private static Exception thrown(Supplier<? extends Exception> made) {
    return Objects.requireNonNull(made.get(), "a fault of a client may not be null");
  }
}
