package dev.trestle.spring;

import dev.trestle.model.Model;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TableCreation.Outcome;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Makes stores, for programs with several models. Thread-safe. */
public final class StoreFactory {
  private final DynamoDbClient client;
  private final StoreOptions options;
  private final boolean createsTables;

  StoreFactory(DynamoDbClient client, StoreOptions options, boolean createsTables) {
    this.client = client;
    this.options = options;
    this.createsTables = createsTables;
  }

  /** Makes a store, and the model's tables if {@code trestle.create-tables} says so. */
  public Store open(Model model) {
    if (createsTables) {
      for (var outcome : TableCreation.create(model, client, options.tablePrefix())) {
        if (outcome instanceof Outcome.Different different) throw refused(different);
      }
    }
    return Store.of(model, client, options);
  }

  private static SetupException refused(Outcome.Different table) {
    return new SetupException(
        "The table %s exists with other keys or indexes than the model declares: %s"
            .formatted(table.table(), String.join(", ", table.differences())),
        "Change the model or the table, or set another trestle.table-prefix.");
  }
}
