package dev.stagedoor.testkit.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir Path classes;

  /** What a child prints that lives with others' classes. */
  static final class Greeting {
    public static void main(String[] args) {
      System.out.println(Greeting.class.getProtectionDomain().getCodeSource().getLocation());
      System.out.println(Greeting.class.getResource("/note.txt"));
    }
  }

  @Test
  void theNextChildMapsWhatOneHasWritten() throws Exception {
    copy(Greeting.class);
    try (ClassArchive archive = ClassArchive.of(classes.toString())) {
      assertThat(child(archive.writing())).contains(".jar");
      assertThat(archive.reading()).first().asString().startsWith("-XX:SharedArchiveFile=");

      List<String> mapping = new ArrayList<>(archive.reading());
      mapping.add("-Xshare:on"); // or the JVM goes on without it
      assertThat(child(mapping)).contains(".jar");
    }
  }

  @Test
  void whereNoneWasWrittenChildrenReadClassesAsEver() throws Exception {
    copy(Greeting.class);
    try (ClassArchive archive = ClassArchive.of(classes.toString())) {
      assertThat(archive.reading()).hasSize(2).first().isEqualTo("-cp");
      assertThat(child(archive.reading())).contains(".jar");
    }
  }

  @Test
  void whatIsNoClassIsStillAFileInItsDirectory() throws Exception {
    copy(Greeting.class);
    Path note = Files.writeString(classes.resolve("note.txt"), "hello");
    try (ClassArchive archive = ClassArchive.of(classes.toString())) {
      assertThat(child(archive.writing())).contains("file:" + note.toUri().getPath());
      assertThat(child(archive.reading())).contains("file:" + note.toUri().getPath());
    }
  }

  @Test
  void nothingIsLeftOfIt() throws Exception {
    Path jar;
    try (ClassArchive archive = ClassArchive.of(classes.toString())) {
      jar = Path.of(archive.reading().get(1));
      assertThat(jar).exists();
    }
    assertThat(jar.getParent()).doesNotExist();
  }

  private void copy(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path to = classes.resolve(name);
    Files.createDirectories(to.getParent());
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream("/" + name))) {
      Files.copy(in, to);
    }
  }

  private static String child(List<String> options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add(Greeting.class.getName());
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    return said;
  }
}
