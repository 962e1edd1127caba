package dev.trestle.spring;

/** The program cannot start as it is set up. Spring Boot prints what to do. */
final class SetupException extends IllegalStateException {
  private final String action;

  SetupException(String problem, String action) {
    super(problem);
    this.action = action;
  }

  /** What to do about it. */
  String action() {
    return action;
  }
}
