package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.web.WebSettings;
import dev.stagedoor.cli.BadUse;
import java.net.URI;

/** Proves the addresses of a command line before anything is started. */
final class Addresses {
  private static final int HIGHEST_PORT = 65_535;

  private Addresses() {}

  static WebSettings port(int port) {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new BadUse("--port " + port + ": give 0 (any) to " + HIGHEST_PORT);
    }
    return WebSettings.STANDARD.at(WebSettings.STANDARD.host(), port);
  }

  /** Without a slash at the end. */
  static URI mail(URI given) {
    boolean http = "http".equals(given.getScheme()) || "https".equals(given.getScheme());
    if (!http || given.getHost() == null) {
      throw new BadUse("--mail " + given + ": give http://HOST:PORT or https://HOST");
    }
    String text = given.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : given;
  }
}
