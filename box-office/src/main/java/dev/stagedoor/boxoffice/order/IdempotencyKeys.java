package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The table of clients' keys. A key is written in the transaction of what it answers, so it is
 * there if and only if that is; a request that changed nothing leaves its key free.
 *
 * <p>Does not give: an answer after {@link #forgetOld} dropped the key, a day later.
 */
final class IdempotencyKeys {
  /**
   * The second of two under one key is told so at once; the lock goes with the transaction. Two
   * keys that share a hash wait for nothing, one of them is told to come again.
   */
  private static final String TRY_LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtextextended(? || chr(10) || ?, 7281946350013))";

  /** Under the key's lock, after it: sees what its last holder has committed. 0 rows: a new key. */
  private static final String FIND =
      """
      SELECT fingerprint, status, location, body FROM boxoffice.idempotency_keys
       WHERE client = ? AND key = ?
      """;

  /** Under the key's lock; never 0 rows. */
  private static final String STORE =
      """
      INSERT INTO boxoffice.idempotency_keys (client, key, fingerprint, status, location, body)
      VALUES (?, ?, ?, ?, ?, ?)
      """;

  /** Any number at the same time; 0 rows: none is old. */
  private static final String FORGET_OLD =
      """
      DELETE FROM boxoffice.idempotency_keys
       WHERE (client, key) IN (
         SELECT client, key FROM boxoffice.idempotency_keys
          WHERE created_at < now() - interval '24 hours'
          ORDER BY created_at LIMIT 1000
            FOR UPDATE SKIP LOCKED)
      """;

  private IdempotencyKeys() {}

  /**
   * What the key has met before; null if it is new. From here to the end of the transaction nobody
   * else gets past this under the same key.
   */
  static @Nullable KeyMet meet(Connection tx, ClientKey key, byte[] fingerprint)
      throws SQLException {
    return lock(tx, key) ? find(tx, key, fingerprint) : new KeyMet.StillRunning();
  }

  /** False if another request under this key is under way. */
  private static boolean lock(Connection tx, ClientKey key) throws SQLException {
    try (PreparedStatement lock = tx.prepareStatement(TRY_LOCK)) {
      lock.setString(1, key.client());
      lock.setString(2, key.key());
      try (ResultSet rows = lock.executeQuery()) {
        rows.next();
        return rows.getBoolean(1);
      }
    }
  }

  private static @Nullable KeyMet find(Connection tx, ClientKey key, byte[] fingerprint)
      throws SQLException {
    try (PreparedStatement find = tx.prepareStatement(FIND)) {
      find.setString(1, key.client());
      find.setString(2, key.key());
      try (ResultSet rows = find.executeQuery()) {
        if (!rows.next()) {
          return null;
        }
        if (!Arrays.equals(rows.getBytes("fingerprint"), fingerprint)) {
          return new KeyMet.OtherRequest();
        }
        return new KeyMet.Before(
            new Reply(rows.getInt("status"), rows.getString("location"), rows.getString("body")));
      }
    }
  }

  static void store(Connection tx, ClientKey key, byte[] fingerprint, Reply reply)
      throws SQLException {
    try (PreparedStatement store = tx.prepareStatement(STORE)) {
      store.setString(1, key.client());
      store.setString(2, key.key());
      store.setBytes(3, fingerprint);
      store.setInt(4, reply.status());
      store.setString(5, reply.location());
      store.setString(6, reply.body());
      store.executeUpdate();
    }
  }

  /** Drops keys older than a day; returns how many. */
  static int forgetOld(Connection tx) throws SQLException {
    try (PreparedStatement forget = tx.prepareStatement(FORGET_OLD)) {
      return forget.executeUpdate();
    }
  }
}
