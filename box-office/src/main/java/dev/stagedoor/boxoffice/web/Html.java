package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.page.ErrorPage;
import dev.stagedoor.boxoffice.page.Pages;
import io.javalin.http.Context;
import java.util.regex.Pattern;

/**
 * Puts pages into HTTP. Nothing on them is run, framed or fetched from elsewhere, whatever stands
 * in them. Thread-safe.
 */
final class Html {
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  /** Where people go, who want to read what went wrong. */
  private static final Pattern PAGES = Pattern.compile("/(?:e|o|sales)(?:/.*)?");

  private final Pages pages;

  Html(Pages pages) {
    this.pages = pages;
  }

  Pages pages() {
    return pages;
  }

  /** A page whose address is a secret: no other page hears of it. */
  void show(Context http, int status, byte[] page) {
    show(http, status, page, "no-referrer");
  }

  /**
   * @param referrers the Referrer-Policy
   */
  void show(Context http, int status, byte[] page, String referrers) {
    http.header("Content-Security-Policy", POLICY).header("Referrer-Policy", referrers);
    http.status(status).contentType("text/html;charset=utf-8").result(page);
  }

  /** A problem, as those read it who ask at this path: as a page, or as problem details. */
  void problem(Context http, Problem problem) {
    if (isPage(http)) {
      String request = Origins.of(http).requestId();
      ErrorPage page = new ErrorPage(problem.status(), problem.title(), problem.detail(), request);
      show(http, problem.status(), pages.error(page));
    } else {
      Answers.problem(http, problem);
    }
  }

  static boolean isPage(Context http) {
    return PAGES.matcher(http.path()).matches();
  }

  /** One answer for all that is not there, so that nothing can be guessed from it. */
  static ProblemException notFound() {
    return new ProblemException(
        Problem.of(404, "Not found", "There is no such page: check its address."));
  }
}
