package dev.stagedoor.boxoffice.web;

import io.javalin.http.Context;

/** {@code /style.css}, the same for everybody. The bytes are not copied: leave them as they are. */
final class StyleSheet {
  private final byte[] bytes;

  StyleSheet(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new version of the program may bring another one: caches keep it for some minutes. */
  void show(Context http) {
    http.header("Cache-Control", "public, max-age=600")
        .contentType("text/css;charset=utf-8")
        .result(bytes);
  }
}
