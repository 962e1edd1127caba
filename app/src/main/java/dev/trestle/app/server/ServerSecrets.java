package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.SecretPlace;
import dev.trestle.app.config.Setting;
import dev.trestle.cli.UsageError;
import dev.trestle.platform.identity.SealedSecretException;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.identity.SecretsKey;
import dev.trestle.platform.identity.SecretsModel;
import dev.trestle.platform.identity.TableSecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Opens the secrets of a server, in its folder or in a table. */
public final class ServerSecrets {
  private ServerSecrets() {}

  /**
   * The secrets for a server, created where they are missing.
   *
   * @throws UsageError if those in the table were encrypted with another key
   */
  static Secrets open(Configuration configuration, DynamoDbClient client, SecureRandom random) {
    return switch (configuration.secrets()) {
      case SecretPlace.Folder(var folder) -> new SecretFolder(folder, random);
      case SecretPlace.InTable(var key) -> {
        TableCreation.create(SecretsModel.MODEL, client, configuration.tablePrefix());
        var secrets = inTable(configuration, client, key, random);
        explained(() -> secrets.cursorKey(SystemContext.CURSOR_SECRET));
        yield secrets;
      }
    };
  }

  /**
   * Gives the secrets of a server to a command. It creates neither folder nor table.
   *
   * @param command returns empty if it does not find what it needs
   * @throws UsageError if those in the table were encrypted with another key
   */
  public static <T> Optional<T> use(
      Configuration configuration, Function<Secrets, Optional<T>> command) {
    var random = new SecureRandom();
    return switch (configuration.secrets()) {
      case SecretPlace.Folder(var folder) ->
          Files.exists(folder) ? command.apply(new SecretFolder(folder, random)) : Optional.empty();
      case SecretPlace.InTable(var key) -> {
        var endpoint =
            configuration
                .endpoint()
                .orElseThrow(() -> new UsageError("Secrets in a table need --endpoint."));
        try (var database = ServerDatabase.Remote.at(endpoint, configuration.region())) {
          var secrets = inTable(configuration, database.client(), key, random);
          yield explained(() -> command.apply(secrets));
        } catch (ResourceNotFoundException noTable) {
          yield Optional.empty();
        }
      }
    };
  }

  private static Secrets inTable(
      Configuration configuration, DynamoDbClient client, SecretsKey key, SecureRandom random) {
    var options = StoreOptions.standard().tablePrefix(configuration.tablePrefix());
    return new TableSecrets(Store.of(SecretsModel.MODEL, client, options), key, random);
  }

  /** Says what to do if the key is another. */
  private static <T> T explained(Supplier<T> read) {
    try {
      return read.get();
    } catch (SealedSecretException e) {
      throw new UsageError(
          "In the table %s, %s. Set %s to the key of the server that created it."
              .formatted(
                  SecretsModel.TABLE.name(), e.getMessage(), Setting.SECRETS_KEY.variable()));
    }
  }
}
