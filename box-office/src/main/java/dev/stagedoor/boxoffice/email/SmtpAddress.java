package dev.stagedoor.boxoffice.email;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A mail server and who we are to it.
 *
 * @param tls encrypted from the first byte; otherwise by STARTTLS, where the server offers it
 * @param user null where the server asks for none; with one, nothing is sent unencrypted
 */
public record SmtpAddress(
    boolean tls, String host, int port, @Nullable String user, @Nullable String password) {
  private static final int SUBMISSION = 587;
  private static final int SUBMISSIONS = 465;
  private static final int LAST_PORT = 65_535;
  private static final String MEND = "give smtp://USER@HOST:PORT or smtps://USER@HOST:PORT";

  /** Whether this is meant to be a mail server. */
  public static boolean isMeant(URI url) {
    return "smtp".equals(url.getScheme()) || "smtps".equals(url.getScheme());
  }

  /**
   * Reads {@code smtp://user@host:port}, {@code smtps://} where all is encrypted. An {@code @} in a
   * user's name is written {@code %40}.
   *
   * @param password where the URL holds none; null: there is none
   * @throws IllegalArgumentException if it names no server, or a user without a password
   */
  public static SmtpAddress parse(URI url, @Nullable String password) {
    if (url.getHost() == null || hasMore(url) || url.getPort() == 0 || url.getPort() > LAST_PORT) {
      throw new IllegalArgumentException(MEND);
    }
    boolean tls = "smtps".equals(url.getScheme());
    String login = url.getRawUserInfo();
    String user = login == null ? null : decoded(login.replaceFirst(":.*", ""));
    String given = login == null || !login.contains(":") ? password : afterColon(login);
    if (user != null && (user.isEmpty() || given == null)) {
      throw new IllegalArgumentException(
          "a user needs a password: set STAGEDOOR_SMTP_PASSWORD, or leave the user out");
    }
    int standard = tls ? SUBMISSIONS : SUBMISSION;
    int port = url.getPort() == -1 ? standard : url.getPort();
    return new SmtpAddress(tls, url.getHost(), port, user, user == null ? null : given);
  }

  private static boolean hasMore(URI url) {
    String path = url.getPath();
    return !(path.isEmpty() || path.equals("/"))
        || url.getQuery() != null
        || url.getFragment() != null;
  }

  private static String afterColon(String login) {
    return decoded(login.substring(login.indexOf(':') + 1));
  }

  private static String decoded(String raw) {
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (tls ? "smtps://" : "smtp://") + (user == null ? "" : user + "@") + host + ":" + port;
  }
}
