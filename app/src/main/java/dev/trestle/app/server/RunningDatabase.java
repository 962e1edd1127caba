package dev.trestle.app.server;

import dev.trestle.app.backup.FolderRequests;
import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.config.Configuration;
import dev.trestle.cli.DatabaseAccess;
import dev.trestle.cli.LocalDatabase;
import dev.trestle.cli.RunningService;
import dev.trestle.cli.UsageError;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** The engine as configured, whose folder other commands can back up and verify. */
public final class RunningDatabase implements RunningService {
  private final LocalDatabase database;
  private final Optional<OpenFolder> folder;
  private final Optional<FolderRequests> requests;

  private RunningDatabase(LocalDatabase database, EngineOptions options) {
    this.database = database;
    this.folder =
        options
            .folder()
            .map(data -> new OpenFolder(database.trestle().engine(), data, options.clock()));
    this.requests = folder.map(FolderRequests::serve);
  }

  /**
   * Opens the data and starts to listen.
   *
   * @throws UsageError if other machines could connect unsigned and nobody allowed it, or if the
   *     credentials file cannot be used
   */
  public static RunningDatabase start(Configuration configuration, boolean inMemory) {
    return start(configuration, inMemory, configuration.database().access());
  }

  static RunningDatabase start(
      Configuration configuration, boolean inMemory, DatabaseAccess access) {
    var options = options(configuration, inMemory);
    var trestle = Trestle.open(options);
    if (configuration.trustsClock()) trestle.engine().trustClock();
    return new RunningDatabase(LocalDatabase.start(trestle, options, access), options);
  }

  private static EngineOptions options(Configuration configuration, boolean inMemory) {
    var options = configuration.database().engine(inMemory);
    return configuration.exports().map(options::withExportFolder).orElse(options);
  }

  Trestle trestle() {
    return database.trestle();
  }

  /** The data folder; empty if the data is in memory. */
  Optional<OpenFolder> folder() {
    return folder;
  }

  /** Where it listens; empty if it is for this process only. */
  public Optional<URI> endpoint() {
    return database.endpoint();
  }

  @Override
  public void announce(PrintWriter out) {
    database.announce(out);
  }

  @Override
  public void onFatalError(Consumer<Throwable> listener) {
    database.onFatalError(listener);
  }

  /** Answers the requests under way, then closes the data. */
  @Override
  public void close() {
    try (database) {
      requests.ifPresent(FolderRequests::close);
    }
  }
}
