package dev.trestle.app;

import java.io.PrintWriter;

/**
 * Where the commands meet what listens on a port. Neither the HTTP face of the engine nor the pages
 * exist yet: this is the one place to start them from.
 */
final class HttpFace {
  private HttpFace() {}

  /** Serves the systems' pages until the process ends. */
  static int serve(Configuration configuration, boolean demo, PrintWriter err) {
    return missing(
        err,
        "serve",
        "the pages%s on %s:%d"
            .formatted(demo ? " and their demo" : "", configuration.host(), configuration.port()));
  }

  /** Serves the engine over HTTP until the process ends. */
  static int db(Configuration configuration, boolean inMemory, PrintWriter err) {
    var place = inMemory ? "in memory" : "in " + configuration.data();
    return missing(
        err,
        "db",
        "DynamoDB over HTTP on %s:%d, with its data %s"
            .formatted(configuration.host(), configuration.dbPort(), place));
  }

  private static int missing(PrintWriter err, String command, String what) {
    err.println("trestle " + command + ": not there yet: " + what + ".");
    return ExitCode.MISSING;
  }
}
