package dev.stagedoor;

import dev.stagedoor.effect.ClaimTables;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.schema.SchemaRefused;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.stream.Unfit;
import dev.stagedoor.tx.Pooler;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.TransactionFailed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is looked at before anything starts: schema, claim tables, the stream's server. A wrong
 * setting that is seen is refused; what is away is away, which is no fault of the configuration.
 */
final class Opening {
  private static final Logger LOG = LoggerFactory.getLogger(Stagedoor.class);
  private final Configuration configuration;
  private final JobStream stream;
  private volatile List<String> accepted = List.of();

  Opening(Configuration configuration, JobStream stream) {
    this.configuration = configuration;
    this.stream = stream;
  }

  /** PostgreSQL or the stream's server cannot be reached now. */
  @SuppressWarnings("serial")
  static final class Away extends Exception {
    Away(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * @throws ConfigurationFault naming every wrong setting that was seen
   * @throws Away if something cannot be reached
   */
  void open() throws Away {
    List<String> faults = new ArrayList<>(database());
    faults.addAll(stream());
    if (!faults.isEmpty()) {
      throw new ConfigurationFault(faults);
    }
  }

  /** What was found and is to be lived with; empty before {@link #open}. */
  List<String> accepted() {
    return accepted;
  }

  private List<String> database() throws Away {
    try {
      if (configuration.migrate()) {
        Migrations.migrate(configuration.transactions());
      }
      return configuration.transactions().<List<String>, SQLException>open(this::lookAt);
    } catch (SchemaRefused refused) {
      return List.of(String.valueOf(refused.getMessage()));
    } catch (SQLException | TransactionFailed e) {
      if (SqlStates.connectionLost(e)) {
        throw new Away("PostgreSQL is away: " + e.getMessage(), e);
      }
      return List.of("PostgreSQL refuses: " + e.getMessage());
    }
  }

  private List<String> lookAt(Connection connection) throws SQLException {
    Migrations.check(connection);
    Migrations.durabilityFindings(connection).forEach(finding -> LOG.warn("{}", finding));
    Pooler.finding(connection).ifPresent(finding -> LOG.warn("{}", finding));
    List<String> faults = new ArrayList<>();
    for (EffectType type : configuration.effects()) {
      if (type.table().isPresent()) {
        faults.addAll(ClaimTables.prove(connection, type.table().get()));
      }
    }
    return faults;
  }

  private static String alternative(Unfit.Kind kind) {
    return kind == Unfit.Kind.EVICTION ? ", or accept it with acceptEviction(true)" : "";
  }

  private List<String> stream() throws Away {
    List<String> faults = new ArrayList<>();
    List<String> known = new ArrayList<>();
    try {
      for (Unfit unfit : stream.unfit()) {
        if (unfit.kind() == Unfit.Kind.EVICTION && configuration.acceptEviction()) {
          LOG.warn("{}", unfit.message());
          known.add(unfit.message());
        } else {
          faults.add(unfit.message() + alternative(unfit.kind()));
        }
      }
    } catch (StreamUnavailable e) {
      throw new Away("the stream " + stream.name() + " is away: " + e.getMessage(), e);
    }
    accepted = List.copyOf(known);
    return faults;
  }
}
