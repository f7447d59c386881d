package dev.stagedoor.cli;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;

/**
 * Why no connection to PostgreSQL came about: told by SQLSTATE, by the exceptions beneath, and
 * where the driver gives words only, by what was asked for.
 */
final class NoConnection {
  /** The driver's: the server asked for what we haven't got, TLS or a password. */
  private static final String REJECTED = "08004";

  /** The driver's: what came is not in the protocol. */
  private static final String PROTOCOL = "08P01";

  private final PostgresUrl asked;
  private final String server;
  private final String option;

  NoConnection(PostgresUrl asked, String option) {
    this.asked = asked;
    this.option = option;
    this.server = "PostgreSQL at " + asked.server();
  }

  String line(String state, Throwable fault) {
    if (state.equals(REJECTED)) {
      return rejected(fault);
    }
    if (Causes.has(fault, UnknownHostException.class)) {
      return server + " cannot be reached (no such host): correct the host in " + option;
    }
    if (Causes.isAway(fault)) {
      return away(fault);
    }
    if (isTls(fault)) {
      return "TLS with "
          + server
          + " fails ("
          + said(Causes.innermost(fault))
          + "): correct sslmode or its files";
    }
    if (state.equals(PROTOCOL) || Causes.has(fault, EOFException.class)) {
      return stranger("answered something else");
    }
    return isSilence(fault) ? stranger("did not answer within " + seconds() + " s") : away(fault);
  }

  private String away(Throwable fault) {
    return server + " cannot be reached (" + said(fault) + "): start it, or give another " + option;
  }

  private String stranger(String what) {
    return server
        + " "
        + what
        + ": what answers there does not speak PostgreSQL, or hangs: give another "
        + option;
  }

  private String rejected(Throwable fault) {
    String sslmode = asked.parameter("sslmode");
    boolean wantsTls = sslmode != null && (sslmode.equals("require") || sslmode.startsWith("ver"));
    String noTls = "sslmode=" + sslmode + ": drop sslmode, or turn TLS on";
    String noPassword = "wants a password of user \"" + asked.user() + "\": set PGPASSWORD";
    if (asked.password() != null) {
      return wantsTls ? server + " has no TLS, but the URL has " + noTls : away(fault);
    }
    return server + " " + (wantsTls ? "has no TLS for " + noTls + "; or it " : "") + noPassword;
  }

  /** The login's time is up: no exception lies beneath that one; or a read's, by the URL's wish. */
  private boolean isSilence(Throwable fault) {
    return fault.getCause() == null || Causes.has(fault, SocketTimeoutException.class);
  }

  private String seconds() {
    String own = asked.parameter("loginTimeout");
    return own == null ? Integer.toString(PostgresUrl.LOGIN_SECONDS) : own;
  }

  /** A certificate's file that is missing is a file that is not found. */
  private static boolean isTls(Throwable fault) {
    return Causes.has(fault, SSLException.class)
        || Causes.has(fault, GeneralSecurityException.class)
        || Causes.has(fault, FileNotFoundException.class);
  }

  private static String said(Throwable fault) {
    return String.valueOf(fault.getMessage());
  }
}
