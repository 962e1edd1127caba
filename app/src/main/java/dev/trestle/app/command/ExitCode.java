package dev.trestle.app.command;

/** The exit codes of the program. */
final class ExitCode {
  static final int SUCCESS = 0;
  static final int PROBLEMS = 1;
  static final int WRONG_USAGE = 2;

  /** {@code EX_UNAVAILABLE} of sysexits. */
  static final int MISSING = 69;

  /** {@code EX_SOFTWARE} of sysexits: the process cannot go on and should be started again. */
  static final int FATAL = 70;

  private ExitCode() {}
}
