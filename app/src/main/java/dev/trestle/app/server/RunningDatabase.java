package dev.trestle.app.server;

import dev.trestle.app.backup.FolderRequests;
import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.UsageError;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** The engine with its HTTP endpoint. */
public final class RunningDatabase implements RunningService {
  private final Trestle trestle;
  private final Optional<DynamoDbServer> server;
  private final EngineOptions options;
  private final DatabaseAccess access;
  private final Optional<OpenFolder> folder;
  private final Optional<FolderRequests> requests;

  private RunningDatabase(
      Trestle trestle,
      Optional<DynamoDbServer> server,
      EngineOptions options,
      DatabaseAccess access) {
    this.trestle = trestle;
    this.server = server;
    this.options = options;
    this.access = access;
    this.folder =
        options.folder().map(data -> new OpenFolder(trestle.engine(), data, options.clock()));
    this.requests = folder.map(FolderRequests::serve);
  }

  /**
   * Opens the data and starts to listen.
   *
   * @throws UsageError if other machines could connect unsigned and nobody allowed it, or if the
   *     credentials file cannot be used
   */
  public static RunningDatabase start(Configuration configuration, boolean inMemory) {
    return start(configuration, inMemory, DatabaseAccess.of(configuration));
  }

  static RunningDatabase start(
      Configuration configuration, boolean inMemory, DatabaseAccess access) {
    var options = options(configuration, inMemory);
    var trestle = Trestle.open(options);
    if (configuration.trustsClock()) trestle.engine().trustClock();
    try {
      var server = access.start(trestle.engine(), options.clock());
      return new RunningDatabase(trestle, server, options, access);
    } catch (RuntimeException e) {
      trestle.close();
      throw e;
    }
  }

  private static EngineOptions options(Configuration configuration, boolean inMemory) {
    var base = inMemory ? EngineOptions.inMemory() : EngineOptions.at(configuration.data());
    var durability = Durability.valueOf(configuration.durability().toUpperCase(Locale.ROOT));
    var options =
        base.withDurability(inMemory ? base.durability() : durability)
            .withRegion(configuration.region())
            .withLimits(configuration.limits())
            .withIndexLag(configuration.indexLag());
    return configuration.exports().map(options::withExportFolder).orElse(options);
  }

  Trestle trestle() {
    return trestle;
  }

  /** The data folder; empty if the data is in memory. */
  Optional<OpenFolder> folder() {
    return folder;
  }

  /** Where it listens; empty if it is for this process only. */
  public Optional<URI> endpoint() {
    return server.map(DynamoDbServer::endpoint);
  }

  @Override
  public void announce(PrintWriter out) {
    var data =
        options
            .folder()
            .map(folder -> folder.toAbsolutePath().normalize() + ", " + durability())
            .orElse("in memory, lost when the process ends");
    long ready = System.currentTimeMillis();
    endpoint().ifPresent(address -> out.println("DynamoDB on " + address));
    out.println("data: " + data);
    out.println("open to: " + access.description());
    endpoint().ifPresent(address -> announceClients(out, address));
    long startup = ready - ManagementFactory.getRuntimeMXBean().getStartTime();
    out.println("Press Ctrl-C to stop. Ready %d ms after Java started.".formatted(startup));
    out.flush();
  }

  private void announceClients(PrintWriter out, URI address) {
    out.println();
    out.println("Any SDK:  export AWS_ENDPOINT_URL_DYNAMODB=" + address);
    out.println("          export AWS_ENDPOINT_URL_DYNAMODB_STREAMS=" + address);
    var region = options.region();
    out.println("          export AWS_REGION=" + region + " AWS_DEFAULT_REGION=" + region);
    out.println("          export " + access.clientVariables());
    out.println("AWS CLI:  the same, or: aws dynamodb list-tables --endpoint-url " + address);
  }

  @Override
  public void onFatalError(Consumer<Throwable> listener) {
    trestle.engine().onFatalError(listener);
    server.ifPresent(listening -> listening.onFailure(listener));
  }

  private String durability() {
    return options.durability().name().toLowerCase(Locale.ROOT);
  }

  /** Answers the requests under way, then closes the data. */
  @Override
  public void close() {
    try (trestle) {
      requests.ifPresent(FolderRequests::close);
      server.ifPresent(DynamoDbServer::close);
    }
  }
}
