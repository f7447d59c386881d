package dev.stagedoor.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Ctrl-C in a terminal reaches the whole process group: a server in ours would be gone before the
 * workers that still hand back their jobs. {@code setsid} gives it a session of its own; it
 * executes the program in its own place, so the process id stays that of our child. Where there is
 * none (macOS) the process stays in our group.
 */
final class OwnSession {
  private static final List<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

  private OwnSession() {}

  static List<String> of(List<String> line) {
    List<String> whole = new ArrayList<>(line);
    SETSID.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .ifPresent(setsid -> whole.add(0, setsid.toString()));
    return whole;
  }
}
