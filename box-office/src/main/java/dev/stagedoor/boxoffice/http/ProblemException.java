package dev.stagedoor.boxoffice.http;

import org.jspecify.annotations.Nullable;

/** Ends a request with a problem. */
@SuppressWarnings("serial")
public class ProblemException extends RuntimeException {
  private final transient Problem problem;

  public ProblemException(Problem problem) {
    this(problem, null);
  }

  public ProblemException(Problem problem, @Nullable Throwable cause) {
    super(problem.detail(), cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
