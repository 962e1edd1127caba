package dev.trestle.cli;

import dev.trestle.engine.StorageException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Runs a service until the process is told to end. Everything that listens is started here. */
public final class ServerProcess {
  private ServerProcess() {}

  /**
   * Starts a service, and returns the exit code if it cannot be started.
   *
   * @param portFlags the flags that name its ports, for somebody whose ports are in use
   */
  public static int run(
      String command,
      String portFlags,
      PrintWriter out,
      PrintWriter err,
      Supplier<? extends RunningService> start) {
    var fatalErrors = FatalErrors.halting();
    Thread.setDefaultUncaughtExceptionHandler(fatalErrors::uncaught);
    RunningService service;
    try {
      service = start.get();
    } catch (StorageException | UncheckedIOException e) {
      err.println("trestle " + command + ": " + e.getMessage() + hint(e, portFlags));
      return ExitCode.MISSING;
    }
    service.onFatalError(fatalErrors::end);
    try {
      // Before the announcement, because whoever reads it may end the process at once.
      Runtime.getRuntime().addShutdownHook(new Thread(service::close, "close"));
    } catch (IllegalStateException endedWhileStarting) {
      service.close();
      return ExitCode.SUCCESS;
    }
    service.announce(out);
    // The shutdown hook closes the service; the main thread only waits.
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.SUCCESS;
  }

  private static String hint(RuntimeException failure, String portFlags) {
    return failure.getCause() instanceof BindException
        ? ". Choose another port with " + portFlags + "; 0 takes a free one."
        : "";
  }
}
