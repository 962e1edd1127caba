package dev.trestle.app;

import dev.trestle.engine.storage.StorageException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the commands meet what listens on a port: what is to listen is started here, and nowhere
 * else.
 */
final class HttpFace {
  /** The server's own log; held here because loggers that nobody holds forget their level. */
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

  private HttpFace() {}

  /** Serves the pages until the process is told to end. */
  static int serve(Configuration configuration, boolean demo, PrintWriter out, PrintWriter err) {
    return run("serve", out, err, () -> RunningServer.start(configuration, demo));
  }

  /** Serves the engine over HTTP until the process is told to end. */
  static int db(Configuration configuration, boolean inMemory, PrintWriter out, PrintWriter err) {
    return run("db", out, err, () -> RunningDatabase.start(configuration, inMemory));
  }

  private static int run(
      String command, PrintWriter out, PrintWriter err, Supplier<? extends Running> start) {
    SERVER_LOG.setLevel(Level.WARNING);
    Running running;
    try {
      running = start.get();
    } catch (StorageException | UncheckedIOException e) {
      err.println("trestle " + command + ": " + e.getMessage());
      return ExitCode.MISSING;
    }
    try {
      // First: who reads the announcement may tell the process to end at once.
      Runtime.getRuntime().addShutdownHook(new Thread(running::close, "close"));
    } catch (IllegalStateException e) {
      // It was told to end while it started.
      running.close();
      return ExitCode.FINE;
    }
    running.announce(out);
    // The process ends when the hook has run; until then the main thread has nothing to do.
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.FINE;
  }
}
