package dev.stagedoor.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of {@code redis.conf}; of two lines with one name the later counts. */
final class RedisConf {
  private RedisConf() {}

  static List<String> lines(
      RedisOptions options,
      int port,
      Path home,
      Path pidFile,
      @Nullable SelfSignedCertificate certificate) {
    List<String> lines = new ArrayList<>(basics(home, pidFile));
    lines.addAll(certificate == null ? List.of("port " + port) : tls(port, certificate));
    RedisLogin login = options.login();
    if (login != null) {
      lines.addAll(login.settings());
    }
    lines.addAll(options.settings());
    return lines;
  }

  /** The process title stays the command line, by which the guard knows its server again. */
  private static List<String> basics(Path home, Path pidFile) {
    return List.of(
        "bind " + Ports.HOST,
        RedisOptions.line("dir", home.toString()),
        RedisOptions.line("pidfile", pidFile.toString()),
        "daemonize no",
        "set-proc-title no",
        "save \"\"",
        "maxmemory-policy noeviction");
  }

  private static List<String> tls(int port, SelfSignedCertificate certificate) {
    return List.of(
        "port 0",
        "tls-port " + port,
        RedisOptions.line("tls-cert-file", certificate.certificate().toString()),
        RedisOptions.line("tls-key-file", certificate.key().toString()),
        RedisOptions.line("tls-ca-cert-file", certificate.certificate().toString()),
        "tls-auth-clients no");
  }
}
