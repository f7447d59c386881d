package dev.stagedoor.embedded;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The unpacked executables, and an initialised data directory to copy: unpacking and {@code initdb}
 * cost two seconds and are done once a machine, copying and starting cost a quarter of one.
 *
 * @param home holds {@code bin}, {@code lib}, {@code share}
 * @param template a data directory that no server ever runs on
 * @param password the superuser's, random, the same in every copy
 */
record PostgresBinaries(Path home, Path template, String password, Account account) {
  static final String SUPERUSER = "postgres";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String COUNT = "files";
  private static final FileAttribute<Set<PosixFilePermission>> SECRET =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  Path executable(String name) {
    return home.resolve("bin").resolve(name);
  }

  /** Finds what an earlier run left, or unpacks; of several processes one does, the others wait. */
  static synchronized PostgresBinaries prepare() {
    Path cache = Directories.cache();
    try (FileChannel file = FileChannel.open(cache.resolve("lock"), CREATE, WRITE);
        FileLock held = file.lock()) {
      return prepare(cache);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack PostgreSQL to " + cache, e);
    }
  }

  private static PostgresBinaries prepare(Path cache) throws IOException {
    Account account = Account.forPostgres();
    String archive = archive();
    Path home = cache.resolve(archive + "-" + fingerprint(archive));
    if (!isWhole(home)) {
      Directories.delete(home);
      build(home, archive, account);
    }
    String password = Files.readString(home.resolve("password"));
    return new PostgresBinaries(
        home.resolve("unpacked"), home.resolve("template"), password, account);
  }

  /** Temporary folders get swept: a directory with a file missing is as good as none. */
  private static boolean isWhole(Path home) throws IOException {
    Path count = home.resolve(COUNT);
    return Files.exists(count)
        && Files.readString(count).equals(Long.toString(Directories.count(home)));
  }

  /** In a guarded directory: a process killed meanwhile leaves nothing of it. */
  private static void build(Path home, String archive, Account account) throws IOException {
    Path work = ServerGuard.newHome("unpack");
    try {
      Files.createDirectory(work);
      Files.setPosixFilePermissions(work, Directories.PASSABLE);
      fill(work, archive, account);
      Files.move(work, home, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      ServerGuard.release(work);
    }
  }

  private static void fill(Path work, String archive, Account account) throws IOException {
    Path unpacked = Files.createDirectory(work.resolve("unpacked"));
    Files.setPosixFilePermissions(unpacked, Directories.PASSABLE);
    try (InputStream in = found(archive).openStream()) {
      TarXz.unpack(in, unpacked);
    }
    Command.run(List.of("chmod", "-R", "a+rX", unpacked.toString()), LIMIT).orFail("chmod failed");
    String password = HexFormat.of().formatHex(randomBytes(16));
    Files.writeString(Files.createFile(work.resolve("password"), SECRET), password);
    initialise(work, unpacked, password, account);
    Path count = Files.createFile(work.resolve(COUNT));
    Files.writeString(count, Long.toString(Directories.count(work)));
  }

  /**
   * Loopback is open to everybody on the machine, and a superuser may run programs: so no {@code
   * trust}, but a random password; being random, it needs no more than one round of hashing.
   */
  private static void initialise(Path work, Path unpacked, String password, Account account)
      throws IOException {
    Path parent = account.directory(work.resolve("initialising"));
    Path passwordFile = parent.resolve("password");
    Files.writeString(passwordFile, password);
    account.own(parent);
    Path data = parent.resolve("data");
    List<String> initdb =
        List.of(
            unpacked.resolve("bin/initdb").toString(),
            "--pgdata=" + data,
            "--username=" + SUPERUSER,
            "--pwfile=" + passwordFile,
            "--auth=scram-sha-256",
            "--set=scram_iterations=1",
            "--encoding=UTF-8",
            "--locale-provider=builtin",
            "--locale=C.UTF-8",
            "--no-sync");
    Command.run(account.running(initdb), LIMIT).orFail("initdb failed");
    Files.move(data, work.resolve("template"));
    Directories.delete(parent);
  }

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  private static String archive() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    String system = os.startsWith("mac") ? "darwin" : "linux";
    String machine = arch.equals("aarch64") ? "arm_64" : "x86_64";
    return "postgres-" + system + "-" + machine;
  }

  /**
   * Enough to tell versions apart: the archive's length; hashing it whole would cost each start.
   */
  private static String fingerprint(String archive) {
    try {
      return Long.toString(found(archive).openConnection().getContentLengthLong(), 36);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL found(String archive) {
    URL found = PostgresBinaries.class.getResource("/" + archive + ".txz");
    if (found == null) {
      throw new ServerStartException(
          "no embedded PostgreSQL for this machine (%s): give --postgres URL of a server that runs"
              .formatted(archive));
    }
    return found;
  }
}
