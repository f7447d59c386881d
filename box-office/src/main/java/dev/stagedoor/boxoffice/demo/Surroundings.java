package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.job.Windows;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a process of the demo has to know, as the first line of its standard input: a command line
 * could be read by others.
 *
 * @param windowsDividedBy 1 for the times of production
 * @param without word of the technique to leave out; null for none
 */
record Surroundings(
    String jdbcUrl,
    String user,
    @Nullable String password,
    String redis,
    String mail,
    String store,
    int windowsDividedBy,
    @Nullable String without) {

  Windows windows() {
    return Windows.STANDARD.dividedBy(windowsDividedBy);
  }

  String line() {
    return Json.text(
        Json.object()
            .put("jdbcUrl", jdbcUrl)
            .put("user", user)
            .put("password", password)
            .put("redis", redis)
            .put("mail", mail)
            .put("store", store)
            .put("windowsDividedBy", windowsDividedBy)
            .put("without", without));
  }

  static Surroundings read(JsonNode json) {
    return new Surroundings(
        json.path("jdbcUrl").asString(),
        json.path("user").asString(),
        text(json, "password"),
        json.path("redis").asString(),
        json.path("mail").asString(),
        json.path("store").asString(),
        json.path("windowsDividedBy").intValue(),
        text(json, "without"));
  }

  private static @Nullable String text(JsonNode json, String name) {
    return json.path(name).isString() ? json.path(name).asString() : null;
  }

  @Override
  public String toString() {
    return jdbcUrl + ", " + mail + ", " + store; // the others may hold passwords
  }
}
