package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The most memory that any of the looked-at processes had resident. Thread-safe. */
final class Memory {
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s*(\\d+) kB");
  private long mostKiB;

  /** Looks at a process; one that is gone is passed over. */
  void look(long pid) {
    OptionalLong kib = Files.exists(Path.of("/proc/self")) ? fromProc(pid) : fromPs(pid);
    synchronized (this) {
      mostKiB = Math.max(mostKiB, kib.orElse(0));
    }
  }

  synchronized long mostMiB() {
    return (mostKiB + 1023) / 1024;
  }

  private static OptionalLong fromProc(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .map(PEAK::matcher)
          .filter(Matcher::matches)
          .mapToLong(m -> Long.parseLong(m.group(1)))
          .findFirst();
    } catch (NoSuchFileException gone) {
      return OptionalLong.empty();
    } catch (IOException | java.io.UncheckedIOException gone) { // it ended while it was read
      return OptionalLong.empty();
    }
  }

  private static OptionalLong fromPs(long pid) {
    try {
      Process ps =
          new ProcessBuilder(List.of("ps", "-o", "rss=", "-p", Long.toString(pid))).start();
      String answer =
          new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return answer.matches("[0-9]{1,12}")
          ? OptionalLong.of(Long.parseLong(answer))
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty(); // no ps here: nothing is known
    }
  }
}
