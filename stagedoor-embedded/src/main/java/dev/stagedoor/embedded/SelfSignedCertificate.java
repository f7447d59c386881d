package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * A key and a certificate for the loopback address, its own authority, made with the JDK's {@code
 * keytool} and written as PEM for a server to read.
 *
 * @param certificate PEM; clients trust it as their authority
 * @param key PEM, PKCS 8, not encrypted
 */
record SelfSignedCertificate(Path certificate, Path key, SSLSocketFactory socketFactory) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Opens the store that lives no longer than the server's directory. */
  private static final String STORE_PASSWORD = "loopback";

  static SelfSignedCertificate make(Path directory) {
    try {
      Path file = directory.resolve("server.p12");
      keytool(file);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, STORE_PASSWORD.toCharArray());
      }
      byte[] key = store.getKey("server", STORE_PASSWORD.toCharArray()).getEncoded();
      byte[] certificate = store.getCertificate("server").getEncoded();
      return new SelfSignedCertificate(
          pem(directory.resolve("server.crt"), "CERTIFICATE", certificate),
          pem(directory.resolve("server.key"), "PRIVATE KEY", key),
          trusting(store));
    } catch (IOException | GeneralSecurityException e) {
      throw new ServerStartException("cannot make a certificate: " + e.getMessage(), e);
    }
  }

  private static void keytool(Path store) {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> line =
        List.of(
            keytool.toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-genkeypair",
            "-noprompt",
            "-alias",
            "server",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-validity",
            "3650",
            "-dname",
            "CN=127.0.0.1",
            "-ext",
            "SAN=IP:127.0.0.1,DNS:localhost",
            "-ext",
            "BC=ca:true",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            STORE_PASSWORD);
    Command.run(line, LIMIT).orFail("keytool failed");
  }

  private static Path pem(Path file, String what, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, body, what));
  }

  private static SSLSocketFactory trusting(KeyStore own)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", own.getCertificate("server"));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context.getSocketFactory();
  }
}
