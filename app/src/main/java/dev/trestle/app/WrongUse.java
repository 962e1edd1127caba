package dev.trestle.app;

/** What was asked for makes no sense; the text says why, and the program ends with exit code 2. */
final class WrongUse extends RuntimeException {
  WrongUse(String message) {
    super(message);
  }
}
