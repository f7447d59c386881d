package dev.stagedoor.cli;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.redis.RedisStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Proves where Redis is said to be, so that a wrong address is told before anything starts. */
final class RedisUrl {
  private RedisUrl() {}

  /**
   * The text itself.
   *
   * @throws BadUse if it cannot be one, in a line without the password
   */
  static String proved(String text) {
    if (!text.startsWith("redis://") && !text.startsWith("rediss://")) {
      String shown = text.replaceAll("//.*@", "//…@");
      throw new BadUse(
          "no such kind of Redis URL, \""
              + shown
              + "\": give redis://:PASSWORD@HOST:6379, or rediss:// for TLS");
    }
    try {
      RedisStream.proveAddress(text);
      return text;
    } catch (ConfigurationFault e) {
      throw new BadUse(String.valueOf(e.getMessage()), e);
    }
  }

  /** For options. */
  static final class Converter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        return proved(text);
      } catch (BadUse e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
