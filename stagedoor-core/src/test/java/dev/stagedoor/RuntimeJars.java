package dev.stagedoor;

import static java.util.function.Predicate.not;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What a user of a module gets with it: its own dependencies and theirs, by their pom files. */
final class RuntimeJars {
  private static final List<String> LEFT_OUT = List.of("test", "provided", "import");
  private final TreeSet<String> names = new TreeSet<>();

  private RuntimeJars() {}

  /** Artifact ids, the module's own not among them. */
  static TreeSet<String> of(Path pom) {
    RuntimeJars jars = new RuntimeJars();
    jars.follow(pom);
    return jars.names;
  }

  private void follow(Path pom) {
    dependencies(pom)
        .filter(names::add)
        .map(RuntimeJars::pom)
        .flatMap(Optional::stream)
        .forEach(this::follow);
  }

  private static Stream<String> dependencies(Path pom) {
    return children(project(pom), "dependencies")
        .flatMap(list -> children(list, "dependency"))
        .filter(d -> !LEFT_OUT.contains(text(d, "scope")) && !text(d, "optional").equals("true"))
        .map(d -> text(d, "artifactId"));
  }

  private static Element project(Path pom) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(pom.toFile())
          .getDocumentElement();
    } catch (Exception e) {
      throw new IllegalStateException("cannot read " + pom, e);
    }
  }

  /** Maven keeps it beside the jar; empty for what is not on the class path. */
  private static Optional<Path> pom(String artifact) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> new File(entry).getName().matches(artifact + "-[0-9].*[.]jar"))
        .map(entry -> Path.of(entry.replaceAll("[.]jar$", ".pom")))
        .findFirst();
  }

  private static Stream<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .<Node>mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .filter(e -> e.getTagName().equals(name));
  }

  private static String text(Element parent, String name) {
    return children(parent, name)
        .map(Node::getTextContent)
        .map(String::strip)
        .filter(not(String::isEmpty))
        .findFirst()
        .orElse("");
  }
}
