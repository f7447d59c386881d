package dev.stagedoor.cli;

import io.lettuce.core.RedisURI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Proves the text of {@code --redis}, so that a wrong one is told before anything starts. */
final class RedisUrl implements ITypeConverter<String> {
  private static final String MEND = "give redis://:PASSWORD@HOST:6379, or rediss:// for TLS";

  @Override
  public String convert(String text) {
    if (!text.startsWith("redis://") && !text.startsWith("rediss://")) {
      throw new TypeConversionException("no such kind of Redis URL; " + MEND);
    }
    try {
      RedisURI.create(text);
      return text;
    } catch (IllegalArgumentException e) { // its message may hold the password
      throw new TypeConversionException("the Redis URL cannot be read; " + MEND);
    }
  }
}
