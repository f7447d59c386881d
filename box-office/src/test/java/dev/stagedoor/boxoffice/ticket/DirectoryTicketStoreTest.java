package dev.stagedoor.boxoffice.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryTicketStoreTest extends TicketStoreContract {
  @TempDir Path directory;

  @Override
  TicketStore open() throws IOException {
    return DirectoryTicketStore.at(directory.resolve("store"));
  }

  @Test
  void aPutLeavesNothingBesideItsObject() throws Exception {
    TicketKey key = TicketKey.ofOrder(UUID.randomUUID());
    open().putIfAbsent(key, bytes(1));
    open().putIfAbsent(key, bytes(2));

    assertThat(files()).containsExactly(key.value());
  }

  @Test
  void whatADeadPutLeftIsNeitherReadNorCountedAndGoesAfterADay() throws Exception {
    open();
    Path fresh = Files.write(directory.resolve("store/.incoming/put1.tmp"), bytes(1));
    Path old = Files.write(directory.resolve("store/.incoming/put2.tmp"), bytes(1));
    Instant now = Files.getLastModifiedTime(fresh).toInstant();
    Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofHours(25))));

    assertThat(open().count()).isZero();
    assertThat(fresh).exists();
    assertThat(old).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/etc/passwd",
        "..",
        "../x",
        "a/../b",
        "a//b",
        "a/",
        "./a",
        ".incoming/x",
        "A",
        "a\\b",
        "a b",
        "a\0b",
        "é"
      })
  void aKeyThatCouldLeadElsewhereIsRefused(String key) {
    assertThatThrownBy(() -> new TicketKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("object key");
    assertThatThrownBy(() -> new TicketKey("a".repeat(201)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPlaceThatIsNoDirectoryIsRefused() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> DirectoryTicketStore.at(file)).hasMessageContaining("file");
  }

  private List<String> files() throws IOException {
    Path store = directory.resolve("store");
    try (Stream<Path> all = Files.walk(store)) {
      return all.filter(Files::isRegularFile)
          .map(f -> store.relativize(f).toString())
          .collect(Collectors.toList());
    }
  }
}
