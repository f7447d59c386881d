package dev.stagedoor.boxoffice.email;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of its own for one address, made by the JDK's tool; for both sides of a line. */
final class Certificate {
  private static final char[] SECRET = "changeit".toCharArray();

  private Certificate() {}

  static SSLContext of(String address, Path directory) throws Exception {
    Path file = directory.resolve(address + ".p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "own",
                "-dname",
                "CN=own",
                "-ext",
                "san=ip:" + address,
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(SECRET))
            .redirectErrorStream(true)
            .start();
    String said = new String(tool.getInputStream().readAllBytes());
    if (tool.waitFor() != 0) {
      throw new IOException("no certificate: " + said);
    }
    return context(file);
  }

  private static SSLContext context(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, SECRET);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, SECRET);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }
}
