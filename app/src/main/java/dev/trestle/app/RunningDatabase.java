package dev.trestle.app;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.wire.WireServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.storage.Durability;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Locale;

/** The engine, open, with its HTTP face on a port. */
final class RunningDatabase implements Running {
  private final Trestle trestle;
  private final WireServer server;
  private final EngineOptions options;

  private RunningDatabase(Trestle trestle, WireServer server, EngineOptions options) {
    this.trestle = trestle;
    this.server = server;
    this.options = options;
  }

  /**
   * Opens the data and listens.
   *
   * @throws WrongUse if others than this machine could reach the address
   */
  static RunningDatabase start(Configuration configuration, boolean inMemory) {
    var host = configuration.host();
    if (!WireServer.isLoopback(host)) {
      throw new WrongUse(
          "host is '%s': until signatures are verified, 'db' listens on this machine alone"
                  .formatted(host)
              + " (127.0.0.1, ::1 or localhost)");
    }
    var options = options(configuration, inMemory);
    var trestle = Trestle.open(options);
    try {
      var server = WireServer.start(trestle.engine(), host, configuration.dbPort());
      return new RunningDatabase(trestle, server, options);
    } catch (RuntimeException e) {
      trestle.close();
      throw e;
    }
  }

  private static EngineOptions options(Configuration configuration, boolean inMemory) {
    var base = inMemory ? EngineOptions.inMemory() : EngineOptions.at(configuration.data());
    var durability = Durability.valueOf(configuration.durability().toUpperCase(Locale.ROOT));
    return base.withDurability(inMemory ? base.durability() : durability)
        .withRegion(configuration.region());
  }

  Trestle trestle() {
    return trestle;
  }

  URI endpoint() {
    return server.endpoint();
  }

  @Override
  public void announce(PrintWriter out) {
    var data =
        options
            .folder()
            .map(folder -> folder.toAbsolutePath().normalize() + ", " + durability())
            .orElse("in memory, gone when this ends");
    out.println("DynamoDB on " + endpoint());
    out.println("data: " + data);
    out.println();
    out.println("Any SDK:  export AWS_ENDPOINT_URL_DYNAMODB=" + endpoint());
    out.println("          export AWS_ENDPOINT_URL_DYNAMODB_STREAMS=" + endpoint());
    out.println("          export AWS_REGION=" + options.region());
    out.println("          export AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any");
    out.println("AWS CLI:  aws dynamodb list-tables --endpoint-url " + endpoint());
    out.println("Signatures are not verified. Ctrl-C ends it.");
    out.flush();
  }

  private String durability() {
    return options.durability().name().toLowerCase(Locale.ROOT);
  }

  /** Lets the requests under way end, then lets go of the data. */
  @Override
  public void close() {
    try (trestle) {
      server.close();
    }
  }
}
