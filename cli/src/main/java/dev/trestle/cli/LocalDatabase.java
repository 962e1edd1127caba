package dev.trestle.cli;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.EngineOptions;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** The engine with its HTTP endpoint. */
public final class LocalDatabase implements RunningService {
  private final Trestle trestle;
  private final Optional<DynamoDbServer> server;
  private final EngineOptions options;
  private final DatabaseAccess access;

  private LocalDatabase(
      Trestle trestle,
      Optional<DynamoDbServer> server,
      EngineOptions options,
      DatabaseAccess access) {
    this.trestle = trestle;
    this.server = server;
    this.options = options;
    this.access = access;
  }

  /**
   * Starts to listen. The engine is closed with the result, or at once if this fails.
   *
   * @param options those of the engine
   */
  public static LocalDatabase start(Trestle trestle, EngineOptions options, DatabaseAccess access) {
    try {
      var server = access.start(trestle.engine(), options.clock());
      return new LocalDatabase(trestle, server, options, access);
    } catch (RuntimeException e) {
      trestle.close();
      throw e;
    }
  }

  /** The engine and its clients. */
  public Trestle trestle() {
    return trestle;
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
      server.ifPresent(DynamoDbServer::close);
    }
  }
}
