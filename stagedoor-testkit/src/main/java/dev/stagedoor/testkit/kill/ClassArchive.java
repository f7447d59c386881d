package dev.stagedoor.testkit.kill;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * The classes of a child as the JVM keeps them in memory (class data sharing), in a file that the
 * next children map: most of a child's start is reading classes. One child that ends by itself
 * writes it; where the JVM cannot, the others read classes as ever.
 *
 * <p>The JVM archives classes from jars only, and from JDK 25 on maps no archive where a directory
 * is on the class path. So classes in directories are packed into jars, and each jar's manifest
 * names its directory, for whatever else is in it: a resource still is a file.
 */
public final class ClassArchive implements AutoCloseable {
  private final Path directory;
  private final Path file;
  private final String classPath;

  private ClassArchive(Path directory, String classPath) {
    this.directory = directory;
    this.file = directory.resolve("classes.jsa");
    this.classPath = classPath;
  }

  /** An empty one, in a temporary directory; close it when no child is left. */
  public static ClassArchive of(String classPath) throws IOException {
    ClassArchive made = new ClassArchive(Files.createTempDirectory("stagedoor-kill"), classPath);
    try {
      return made.packed();
    } catch (IOException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private ClassArchive packed() throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (Files.isDirectory(Path.of(entry))) {
        Path jar = directory.resolve(entries.size() + ".jar");
        pack(Path.of(entry), jar);
        entries.add(jar.toString());
      } else {
        entries.add(entry);
      }
    }
    return new ClassArchive(directory, String.join(File.pathSeparator, entries));
  }

  private static void pack(Path classes, Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes.toUri().toString());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> walk = Files.walk(classes)) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (Path each : walk.filter(p -> p.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(each).toString().replace(File.separatorChar, '/');
        out.putNextEntry(new JarEntry(name));
        Files.copy(each, out);
      }
    }
  }

  /** Options of the child that writes it when it ends. */
  public List<String> writing() {
    return List.of("-XX:ArchiveClassesAtExit=" + file, "-cp", classPath);
  }

  /** Options of the other children. */
  public List<String> reading() {
    return Files.exists(file)
        ? List.of("-XX:SharedArchiveFile=" + file, "-cp", classPath)
        : List.of("-cp", classPath);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      walk.sorted(Comparator.reverseOrder()).forEach(ClassArchive::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
