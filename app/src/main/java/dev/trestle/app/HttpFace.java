package dev.trestle.app;

import dev.trestle.engine.storage.StorageException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the commands meet what listens on a port. The pages do not exist yet: this is the one place
 * to start them from.
 */
final class HttpFace {
  /** The server's own log; held here because loggers that nobody holds forget their level. */
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

  private HttpFace() {}

  /** Serves the systems' pages until the process ends. */
  static int serve(Configuration configuration, boolean demo, PrintWriter err) {
    err.println(
        "trestle serve: not there yet: the pages%s on %s:%d."
            .formatted(demo ? " and their demo" : "", configuration.host(), configuration.port()));
    return ExitCode.MISSING;
  }

  /** Serves the engine over HTTP until the process is told to end. */
  static int db(Configuration configuration, boolean inMemory, PrintWriter out, PrintWriter err) {
    SERVER_LOG.setLevel(Level.WARNING);
    RunningDatabase database;
    try {
      database = RunningDatabase.start(configuration, inMemory);
    } catch (StorageException | UncheckedIOException e) {
      err.println("trestle db: " + e.getMessage());
      return ExitCode.MISSING;
    }
    database.announce(out);
    // The process ends when the hook has run; until then the main thread has nothing to do.
    Runtime.getRuntime().addShutdownHook(new Thread(database::close, "close"));
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.FINE;
  }
}
