package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.ticket.DirectoryTicketStore;
import dev.stagedoor.boxoffice.ticket.S3Location;
import dev.stagedoor.boxoffice.ticket.S3TicketStore;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.boxoffice.web.WebSettings;
import dev.stagedoor.cli.BadUse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Proves the addresses of a command line before anything is started. */
final class Addresses {
  private static final int HIGHEST_PORT = 65_535;

  private Addresses() {}

  static WebSettings port(int port) {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new BadUse("--port " + port + ": give 0 (any) to " + HIGHEST_PORT);
    }
    WebSettings settings = WebSettings.STANDARD.at(WebSettings.STANDARD.host(), port);
    requireFree(settings);
    return settings;
  }

  /** Said before anything is started; whoever takes it after that is met when it is bound. */
  private static void requireFree(WebSettings settings) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(settings.host(), settings.port()));
    } catch (IOException e) {
      throw new BadUse(
          "--port "
              + settings.port()
              + ": cannot be taken ("
              + e.getMessage()
              + "): give another, or 0 for any",
          e);
    }
  }

  /** The store in this place of S3, or in this directory, which is made if it is not there. */
  static TicketStore store(String given) {
    if (given.isBlank()) {
      throw new BadUse("--store \"\": give a directory, or s3://BUCKET/PREFIX");
    }
    if (S3Location.isMeant(given)) {
      return s3(given);
    }
    if (given.contains("://")) {
      throw new BadUse("--store " + given + ": give a directory, or s3://BUCKET/PREFIX");
    }
    try {
      return DirectoryTicketStore.at(Path.of(given));
    } catch (IOException | InvalidPathException e) {
      throw new BadUse(
          "--store "
              + given
              + ": no store can be kept there ("
              + e
              + "): give a directory that can be written",
          e);
    }
  }

  private static TicketStore s3(String given) {
    try {
      return S3TicketStore.at(S3Location.parse(given));
    } catch (IllegalArgumentException e) {
      throw new BadUse("--store " + given + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new BadUse(
          "--store "
              + given
              + ": no store can be kept there ("
              + e.getMessage()
              + "): make the bucket, and set AWS_REGION or AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID"
              + " and AWS_SECRET_ACCESS_KEY as for AWS's own tools",
          e);
    }
  }

  /** Of the mail provider, without a slash at the end. */
  static URI mail(URI given) {
    requireHttp("--mail", given, ", or smtp://USER@HOST:PORT");
    return withoutSlash(given);
  }

  /** Of the payment provider, without a slash at the end. */
  static URI payrail(URI given) {
    requireHttp("--payrail", given, "");
    return withoutSlash(given);
  }

  private static void requireHttp(String option, URI given, String more) {
    boolean http = "http".equals(given.getScheme()) || "https".equals(given.getScheme());
    if (!http || given.getHost() == null) {
      throw new BadUse(
          option
              + " "
              + shown(given)
              + ": give http://HOST:PORT"
              + (more.isEmpty() ? " or https://HOST" : ", https://HOST" + more));
    }
    if (given.getPort() == 0 || given.getPort() > HIGHEST_PORT) {
      throw new BadUse(
          option + " " + shown(given) + ": port " + given.getPort() + " is none, give 1 to 65535");
    }
    if (given.getRawUserInfo() != null) {
      throw new BadUse(
          option + " " + shown(given) + ": leave the user out, requests carry no login");
    }
  }

  private static URI withoutSlash(URI given) {
    String text = given.toString();
    return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : given;
  }

  /** For a person; without passwords. */
  static String shown(URI address) {
    return address.toString().replaceFirst("//([^/@:]*):[^/@]*@", "//$1@");
  }
}
