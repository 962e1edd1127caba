package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import java.nio.file.Path;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The tables of a server, for a command: behind an endpoint, or in the data folder. */
public final class TableAccess {
  private TableAccess() {}

  /**
   * Runs a command on the tables.
   *
   * @param data the data folder, which is used if no endpoint is configured
   * @throws dev.trestle.engine.StorageException if the data folder cannot be opened, for example
   *     because a server has it open
   */
  public static <T> T use(
      Configuration configuration, Path data, Function<DynamoDbClient, T> command) {
    if (configuration.endpoint().isPresent()) {
      try (var database =
          ServerDatabase.Remote.at(configuration.endpoint().get(), configuration.region())) {
        return command.apply(database.client());
      }
    }
    try (var trestle = Trestle.open(EngineOptions.at(data))) {
      return command.apply(trestle.client());
    }
  }
}
