package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The commands that must be one step in Redis; each file's header tells keys and arguments. */
enum Script {
  MAKE_GROUP("make-group", ScriptOutputType.INTEGER),
  PUBLISH("publish", ScriptOutputType.MULTI),
  SETTLE("settle", ScriptOutputType.INTEGER),
  EXTEND("extend", ScriptOutputType.MULTI),
  RECLAIM("reclaim", ScriptOutputType.MULTI),
  ALIVE("alive", ScriptOutputType.MULTI),
  DROP_CONSUMERS("drop-consumers", ScriptOutputType.INTEGER),
  SURVEY("survey", ScriptOutputType.MULTI);

  private final String text;
  private final String sha;
  private final ScriptOutputType reply;

  Script(String file, ScriptOutputType reply) {
    this.reply = reply;
    this.text = read("group") + "\n" + read(file);
    this.sha = sha1(text);
  }

  /** The source that Redis runs. */
  String text() {
    return text;
  }

  /** What Redis calls the source once it has seen it. */
  String sha() {
    return sha;
  }

  /** A number, or a list. */
  ScriptOutputType reply() {
    return reply;
  }

  private static String read(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file + ".lua")) {
      if (in == null) {
        throw new IllegalStateException("the resource " + file + ".lua is missing from the jar");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
