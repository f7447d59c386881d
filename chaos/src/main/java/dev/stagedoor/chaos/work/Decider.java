package dev.stagedoor.chaos.work;

import dev.stagedoor.Effects;
import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.effect.EffectState;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A person who decides about parked effects by what the provider's books say. */
public final class Decider {
  private static final int AT_MOST = 100;
  private static final String NAME = "judge";

  private final DataSource database;
  private final Provider provider;
  private final Effects effects;

  public Decider(DataSource database, Provider provider) {
    this.database = database;
    this.provider = provider;
    this.effects =
        Stagedoor.builder(database).stream(LocalStream.inThisProcess())
            .roles(Role.RELAY, Role.WORKER)
            .migrate(false)
            .build()
            .effects(); // never started: only its effects are asked for
  }

  /** Decides about all that are parked now. */
  public void decide() throws SQLException {
    for (EffectState effect : effects.open(AT_MOST)) {
      if (effect.state().equals("parked")) {
        decide(effect);
      }
    }
  }

  private void decide(EffectState effect) throws SQLException {
    long n = Long.parseLong(effect.subject());
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      if (provider.accepted().containsKey(n)) {
        effects.wasDone(connection, effect.kind(), effect.subject(), NAME, null);
      } else {
        effects.sendAgain(connection, effect.kind(), effect.subject(), NAME);
      }
      connection.commit();
    }
  }
}
