package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.cli.ServerOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code demo}: sells tickets while workers are killed, and shows that each effect happened once.
 */
@Command(
    name = "demo",
    description =
        "Sell tickets while workers are killed and stopped, the relay crashes, sends time out and"
            + " Redis is wiped; then count every effect.",
    footer = {
      "",
      "Ends with 0 if all is right and every fault took; 1 if an effect is lost or doubled; 2 if it"
          + " was used badly; 3 if it was not quiet in time or a fault could not be placed.",
      "Without --postgres and --redis it starts servers of its own. On servers that are given,"
          + " a wipe deletes the demo's own keys only; the schemas stagedoor and boxoffice, with its"
          + " orders in them, stay in the database."
    })
public final class DemoCommand implements Callable<Integer> {
  @Option(names = "--orders", paramLabel = "N", description = "Orders to place: 100.")
  private int orders = 100;

  @Option(names = "--kills", paramLabel = "N", description = "Workers to kill at work: 3.")
  private int kills = 3;

  @Option(
      names = "--slow",
      paramLabel = "N",
      description = "Workers to stop until another has begun the same job: 2.")
  private int slow = 2;

  @Option(
      names = "--relay-crashes",
      paramLabel = "N",
      description = "Relays to kill between publishing and marking: 2.")
  private int relayCrashes = 2;

  @Option(
      names = "--timeouts",
      paramLabel = "N",
      description = "Mails whose answer comes too late: 2.")
  private int timeouts = 2;

  @Option(names = "--redis-wipes", paramLabel = "N", description = "Times to wipe Redis: 1.")
  private int redisWipes = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeat the orders and faults of this seed; otherwise a new one.")
  private @Nullable Long seed;

  @Option(
      names = "--without",
      paramLabel = "TECHNIQUE",
      converter = TechniqueConverter.class,
      description =
          "Run the naive handler instead of state, claim, providerKey or jobId, and see what goes"
              + " wrong.")
  private @Nullable Without without;

  @Option(
      names = "--real-times",
      description = "Use the times of production instead of a thirtieth of them.")
  private boolean realTimes;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description = "How long it may take to come to rest: 120, with --real-times 1800.")
  private @Nullable Long limit;

  @Option(
      names = "--json",
      description = "Print the ledger as one JSON object, the last line of standard output.")
  private boolean json;

  @Mixin private final ServerOptions servers = new ServerOptions();

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    DemoOptions options = options();
    PrintStream out = System.out;
    Progress progress = Progress.on(json ? System.err : out);
    Workplace place = Workplace.make();
    boolean right = false;
    try {
      Ledger ledger = Demo.run(options, servers, progress, place);
      (json ? System.err : out).print(LedgerText.of(ledger));
      if (json) {
        out.println(LedgerJson.of(ledger));
      }
      right = ledger.exitCode() == 0;
      return ledger.exitCode();
    } finally {
      leave(place, right);
    }
  }

  private static void leave(Workplace place, boolean right) {
    if (!right && !place.isEmpty()) {
      place.keep();
      System.err.println("stagedoor: logs and tickets are in " + place.directory());
    }
    place.remove();
  }

  private DemoOptions options() {
    Duration longest =
        limit == null ? DemoOptions.standardLimit(realTimes) : Duration.ofSeconds(limit);
    DemoOptions options =
        new DemoOptions(
            orders,
            Asked.of(kills, slow, relayCrashes, timeouts, redisWipes),
            seed == null ? new Random().nextInt(1_000_000) : seed,
            without,
            realTimes,
            longest);
    List<String> faults = options.faults();
    if (!faults.isEmpty()) {
      throw new BadUse(String.join("; ", faults));
    }
    return options;
  }

  /** Reads the word of a technique. */
  static final class TechniqueConverter implements ITypeConverter<Without> {
    @Override
    public Without convert(String word) {
      try {
        return Without.of(word);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
