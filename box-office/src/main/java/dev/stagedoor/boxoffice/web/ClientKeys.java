package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.ClientKey;
import io.javalin.http.Context;
import java.util.regex.Pattern;

/** Reads who asks, and under which key. */
final class ClientKeys {
  private static final String CLIENT = "X-Client-Id";
  private static final Pattern CLIENT_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private ClientKeys() {}

  /**
   * @throws ProblemException 400 if the key is missing, or one of the two is malformed or comes
   *     twice
   */
  static ClientKey read(Context http) {
    return new ClientKey(
        client(http), IdempotencyKeyHeader.require(Headers.once(http, IdempotencyKeyHeader.NAME)));
  }

  private static String client(Context http) {
    String client = Headers.once(http, CLIENT);
    if (client == null) {
      return "";
    }
    if (!CLIENT_ID.matcher(client).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "X-Client-Id is malformed",
              "header X-Client-Id " + Shown.of(client) + ": use 1 to 64 letters, digits, . _ -"));
    }
    return client;
  }
}
