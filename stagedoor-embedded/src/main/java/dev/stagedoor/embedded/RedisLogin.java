package dev.stagedoor.embedded;

import java.util.List;
import java.util.regex.Pattern;

/** A Redis user and its password. */
public record RedisLogin(String user, String password) {
  static final String DEFAULT = "default";
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

  public RedisLogin {
    if (!PLAIN.matcher(user).matches() || !PLAIN.matcher(password).matches()) {
      throw new IllegalArgumentException(
          "user and password of an embedded Redis are made of A-Z, a-z, 0-9, _ and -");
    }
  }

  List<String> settings() {
    return user.equals(DEFAULT)
        ? List.of(RedisOptions.line("requirepass", password))
        : List.of("user default off", "user %s on >%s ~* &* +@all".formatted(user, password));
  }

  @Override
  public String toString() {
    return "RedisLogin[user=" + user + "]";
  }
}
