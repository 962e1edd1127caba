package dev.trestle.app;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.wire.WireServer;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.storage.Durability;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Locale;

/** The engine, open, with its HTTP face on a port. */
final class RunningDatabase implements Running {
  private final Trestle trestle;
  private final WireServer server;
  private final EngineOptions options;
  private final Doorkeeper doorkeeper;

  private RunningDatabase(
      Trestle trestle, WireServer server, EngineOptions options, Doorkeeper doorkeeper) {
    this.trestle = trestle;
    this.server = server;
    this.options = options;
    this.doorkeeper = doorkeeper;
  }

  /**
   * Opens the data and listens.
   *
   * @throws WrongUse if others than this machine could reach the address without being asked who
   *     they are, and nobody said they may; or if the file of keys is of no use
   */
  static RunningDatabase start(Configuration configuration, boolean inMemory) {
    return start(configuration, inMemory, Doorkeeper.of(configuration));
  }

  static RunningDatabase start(
      Configuration configuration, boolean inMemory, Doorkeeper doorkeeper) {
    var options = options(configuration, inMemory);
    var trestle = Trestle.open(options);
    try {
      var server = doorkeeper.start(trestle.engine(), options.clock());
      return new RunningDatabase(trestle, server, options, doorkeeper);
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
    long ready = System.currentTimeMillis();
    out.println("data: " + data);
    out.println("open to: " + doorkeeper.admitted());
    out.println();
    out.println("Any SDK:  export AWS_ENDPOINT_URL_DYNAMODB=" + endpoint());
    out.println("          export AWS_ENDPOINT_URL_DYNAMODB_STREAMS=" + endpoint());
    var region = options.region();
    out.println("          export AWS_REGION=" + region + " AWS_DEFAULT_REGION=" + region);
    out.println("          export " + doorkeeper.identity());
    out.println("AWS CLI:  the same, or: aws dynamodb list-tables --endpoint-url " + endpoint());
    long startup = ready - ManagementFactory.getRuntimeMXBean().getStartTime();
    out.println("Ctrl-C ends it. Ready %d ms after Java started.".formatted(startup));
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
