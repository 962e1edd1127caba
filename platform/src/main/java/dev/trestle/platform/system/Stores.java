package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Opens stores for the systems of one server.
 *
 * @param options clock, random generator, table prefix and cursor key of every store
 */
public record Stores(DynamoDbClient client, StoreOptions options) {
  /** Creates the model's missing tables and opens a store on them. */
  public Store open(Model model) {
    TableCreation.create(model, client, options.tablePrefix());
    return Store.of(model, client, options);
  }
}
