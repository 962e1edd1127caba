package dev.trestle.cli;

/** The exit codes of the program. */
public final class ExitCode {
  /** All is as it should be. */
  public static final int SUCCESS = 0;

  /** Problems were found, or the command failed. */
  public static final int PROBLEMS = 1;

  /** The command line or the configuration is wrong. */
  public static final int WRONG_USAGE = 2;

  /** {@code EX_UNAVAILABLE} of sysexits. */
  public static final int MISSING = 69;

  /** {@code EX_SOFTWARE} of sysexits: the process cannot go on and should be started again. */
  public static final int FATAL = 70;

  private ExitCode() {}
}
