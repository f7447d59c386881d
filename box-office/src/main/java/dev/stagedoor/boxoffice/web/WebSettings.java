package dev.stagedoor.boxoffice.web;

import java.time.Duration;

/**
 * Where the box office listens.
 *
 * @param host an address of this machine; the loopback interface unless said
 * @param port 0 for any that is free
 * @param drain how long a closing server waits for requests under way
 */
public record WebSettings(String host, int port, Duration drain) {
  /** Port 8080 of the loopback interface. */
  public static final WebSettings STANDARD =
      new WebSettings("127.0.0.1", 8080, Duration.ofSeconds(10));

  public WebSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + ": give 0 (any) to 65535");
    }
  }

  public WebSettings at(String otherHost, int otherPort) {
    return new WebSettings(otherHost, otherPort, drain);
  }
}
