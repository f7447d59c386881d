package dev.stagedoor.cli;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code {"v":1,"jobs":[…]}}: ids as strings, times as RFC 3339 in UTC, a field that is not known
 * as null. Within a version fields are added only.
 */
record JobsJson(int v, List<ListedJob> jobs) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static String of(List<ListedJob> jobs) {
    return JSON.writeValueAsString(new JobsJson(1, jobs));
  }
}
