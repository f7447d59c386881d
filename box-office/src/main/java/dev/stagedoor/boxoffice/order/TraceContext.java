package dev.stagedoor.boxoffice.order;

import dev.stagedoor.loop.Ids;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a distributed trace, as {@code traceparent} tells it. Immutable.
 *
 * @param traceId of the whole trace: 32 hexadecimal digits, not all 0
 * @param parentId of the step that hands this on: 16 hexadecimal digits, not all 0
 * @param sampled whether whoever began the trace may have recorded it
 * @see <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a>
 */
public record TraceContext(String traceId, String parentId, boolean sampled) {
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final String VERSION = "00";

  /**
   * The context that a header or a stored job spells; empty where it is malformed. Of a later
   * version that part is read which this one knows.
   */
  public static Optional<TraceContext> read(String traceparent) {
    Matcher parts = TRACEPARENT.matcher(traceparent);
    boolean fits = parts.matches() && !(parts.group(1).equals(VERSION) && parts.group(5) != null);
    return fits
        ? Optional.of(new TraceContext(parts.group(2), parts.group(3), isSampled(parts.group(4))))
        : Optional.empty();
  }

  private static boolean isSampled(String flags) {
    return (Integer.parseInt(flags, 16) & 1) == 1;
  }

  /** A new trace. Nothing here records it, so it is not sampled. */
  public static TraceContext start(Ids ids) {
    return new TraceContext(ids.next().toString().replace("-", ""), step(ids), false);
  }

  /** The next step in the same trace. */
  public TraceContext next(Ids ids) {
    return new TraceContext(traceId, step(ids), sampled);
  }

  /** The half of a random id that is never all 0. */
  private static String step(Ids ids) {
    UUID id = ids.next();
    return "%016x".formatted(id.getLeastSignificantBits());
  }

  /** As the header says it, version 00. Flags but that of sampling are not ours to hand on. */
  public String traceparent() {
    return String.join("-", VERSION, traceId, parentId, sampled ? "01" : "00");
  }
}
