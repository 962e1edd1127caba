package dev.trestle.cli;

import java.io.PrintStream;
import java.util.function.IntConsumer;

/**
 * Ends the process when it cannot go on: after an error of the virtual machine on any thread, or an
 * error that makes the engine reject all writes. A supervisor can then start it again. The data is
 * safe at any moment, so nothing is closed before.
 */
final class FatalErrors {
  private final PrintStream err;
  private final IntConsumer exit;

  FatalErrors(PrintStream err, IntConsumer exit) {
    this.err = err;
    this.exit = exit;
  }

  /** Ends the process by {@link Runtime#halt}, because closing could hang. */
  static FatalErrors halting() {
    return new FatalErrors(System.err, code -> Runtime.getRuntime().halt(code));
  }

  void end(Throwable error) {
    try {
      err.println("trestle: ending because of a fatal error");
      error.printStackTrace(err);
      err.flush();
    } finally {
      exit.accept(ExitCode.FATAL);
    }
  }

  /** For threads that ended by an exception that nobody caught. */
  void uncaught(Thread thread, Throwable error) {
    if (isFatal(error)) {
      end(error);
      return;
    }
    err.println("trestle: the thread " + thread.getName() + " ended");
    error.printStackTrace(err);
  }

  /** A stack overflow ends what was being done, and nothing else. */
  private static boolean isFatal(Throwable error) {
    return error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
  }
}
