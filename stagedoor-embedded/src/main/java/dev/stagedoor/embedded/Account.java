package dev.stagedoor.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The account that PostgreSQL runs under: ours, except that it refuses to be root. As root (a
 * container, mostly) it is given to {@code nobody}, with {@code setpriv}: that works in containers
 * where a user namespace ({@code unshare}) is forbidden, and drops root's rights for real.
 */
enum Account {
  OURS,
  NOBODY;

  private static final String NOBODY_ID = "65534";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final int UID =
      Integer.parseInt(
          Command.run(List.of("id", "-u"), LIMIT).orFail("no user id").output().strip());

  static Account forPostgres() {
    return UID == 0 ? NOBODY : OURS;
  }

  /** Whether a file belongs to the account of this process. */
  static boolean isOurs(Path file) throws IOException {
    return Integer.valueOf(UID)
        .equals(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /** The same command line, to be run under this account. */
  List<String> running(List<String> line) {
    if (this == OURS) {
      return line;
    }
    List<String> prefixed =
        new ArrayList<>(
            List.of(
                "setpriv", "--reuid=" + NOBODY_ID, "--regid=" + NOBODY_ID, "--clear-groups", "--"));
    prefixed.addAll(line);
    return prefixed;
  }

  /** Makes the directory, closed to everybody but this account (and root). */
  Path directory(Path directory) throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, Directories.PRIVATE);
    own(directory);
    return directory;
  }

  void own(Path path) {
    if (this == NOBODY) {
      Command.run(List.of("chown", "-R", NOBODY_ID + ":" + NOBODY_ID, path.toString()), LIMIT)
          .orFail("cannot give " + path + " to nobody");
    }
  }
}
