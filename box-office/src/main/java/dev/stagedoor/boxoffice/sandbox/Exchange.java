package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One endpoint: turns an answer, or what was thrown instead of one, into HTTP. */
@FunctionalInterface
interface Exchange extends HttpHandler {
  Logger LOG = LoggerFactory.getLogger(Exchange.class);
  int LARGEST_BODY = 10 * 1024 * 1024;

  /** The answer, or null: close the connection without one. */
  @Nullable Answer answer(HttpExchange http) throws IOException, InterruptedException;

  @Override
  default void handle(HttpExchange http) throws IOException {
    try (http) { // closing before an answer was begun closes the connection
      Answer answer = answerOrProblem(http);
      if (answer != null) {
        write(http, answer);
      }
    }
  }

  private @Nullable Answer answerOrProblem(HttpExchange http) throws IOException {
    try {
      return answer(http);
    } catch (ProblemException e) {
      return Answer.problem(e.problem());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null; // the sandbox is closing
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", http.getRequestMethod(), http.getRequestURI(), e);
      return Answer.problem(500, "Sandbox failed", "see the sandbox's log");
    }
  }

  private static void write(HttpExchange http, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    http.getResponseHeaders().set("Content-Type", answer.mediaType());
    answer.headers().forEach(http.getResponseHeaders()::set);
    http.sendResponseHeaders(answer.status(), body.length);
    http.getResponseBody().write(body);
  }

  /**
   * @throws ProblemException 413 if the body is longer than 10 MiB
   */
  static byte[] body(HttpExchange http) throws IOException {
    byte[] body = http.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      throw new ProblemException(
          Problem.of(413, "Body too large", "send at most " + LARGEST_BODY + " bytes"));
    }
    return body;
  }

  static Answer notAllowed(HttpExchange http, String allowed) {
    return Answer.problem(
            405,
            "Method not allowed",
            http.getRequestMethod() + " is not for " + http.getRequestURI() + ": use " + allowed)
        .with("Allow", allowed);
  }
}
