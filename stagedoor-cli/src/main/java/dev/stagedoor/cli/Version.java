package dev.stagedoor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.IVersionProvider;

/** The version, as the build wrote it beside this class. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
      if (in == null) {
        throw new IllegalStateException("the resource version.txt is missing from the jar");
      }
      return new String[] {"stagedoor " + new String(in.readAllBytes(), UTF_8).strip()};
    }
  }
}
