package dev.stagedoor.redis;

import dev.stagedoor.ConfigurationFault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to work with a Redis. Immutable: each method returns a copy.
 *
 * @param installation keeps several installations on one server apart: {@code [a-z0-9_-]+}, at most
 *     40 characters
 * @param trust certificates to trust for {@code rediss://}, a PEM file; null takes the JVM's own
 */
public record RedisStreamOptions(String installation, @Nullable Path trust) {
  private static final Pattern INSTALLATION = Pattern.compile("[a-z0-9_-]{1,40}");

  /**
   * @throws ConfigurationFault naming each wrong value and its mend
   */
  public RedisStreamOptions {
    List<String> faults = new ArrayList<>();
    if (!INSTALLATION.matcher(installation).matches()) {
      faults.add(
          "installation id \"%s\": use a-z, 0-9, _ and -, at most 40 characters"
              .formatted(installation));
    }
    if (trust != null && !Files.isReadable(trust)) {
      faults.add(
          "no readable certificate file at %s: give the path of a PEM file".formatted(trust));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFault(faults);
    }
  }

  /** The installation {@code main}, trusting what the JVM trusts. */
  public static RedisStreamOptions defaults() {
    return new RedisStreamOptions("main", null);
  }

  public RedisStreamOptions installation(String id) {
    return new RedisStreamOptions(id, trust);
  }

  public RedisStreamOptions trust(Path certificates) {
    return new RedisStreamOptions(installation, certificates);
  }
}
