package dev.trestle.app;

/** How the program ends. */
final class ExitCode {
  static final int FINE = 0;
  static final int FOUND_FAULTS = 1;
  static final int WRONG_USE = 2;

  /** As {@code EX_UNAVAILABLE} of sysexits. */
  static final int MISSING = 69;

  private ExitCode() {}
}
