package dev.trestle.bench;

/** Runs the benchmark that the first argument names. */
public final class Main {
  private Main() {}

  static void main(String[] args) {
    System.err.println("bench: no benchmark is there yet");
    System.exit(69);
  }
}
