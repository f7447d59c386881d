package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.job.Windows;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a process of the demo has to know, as the first line of its standard input: a command line
 * could be read by others.
 *
 * @param jdbcUrl with user and password
 * @param installation keeps this demo's keys in Redis apart
 * @param windowsDividedBy 1 for the times of production
 * @param without word of the technique to leave out; null for none
 */
record Surroundings(
    String jdbcUrl,
    String redis,
    String installation,
    String mail,
    String payrail,
    String store,
    int windowsDividedBy,
    @Nullable String without) {

  Windows windows() {
    return Windows.STANDARD.dividedBy(windowsDividedBy);
  }

  /** Empty where no technique is left out. */
  Optional<Without> leftOut() {
    return Optional.ofNullable(without).map(Without::of);
  }

  String line() {
    return Json.text(
        Json.object()
            .put("jdbcUrl", jdbcUrl)
            .put("redis", redis)
            .put("installation", installation)
            .put("mail", mail)
            .put("payrail", payrail)
            .put("store", store)
            .put("windowsDividedBy", windowsDividedBy)
            .put("without", without));
  }

  static Surroundings read(JsonNode json) {
    return new Surroundings(
        json.path("jdbcUrl").asString(),
        json.path("redis").asString(),
        json.path("installation").asString(),
        json.path("mail").asString(),
        json.path("payrail").asString(),
        json.path("store").asString(),
        json.path("windowsDividedBy").intValue(),
        json.path("without").isString() ? json.path("without").asString() : null);
  }

  @Override
  public String toString() {
    return "mail " + mail + ", store " + store; // the others may hold passwords
  }
}
