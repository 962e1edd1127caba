package dev.trestle.conformance.concurrency;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.testing.TemporaryFolder;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table that many threads use, with {@code id} and a number {@code n}. */
final class Arena implements AutoCloseable {
  static final String TABLE = "arena";

  private final Path folder = TemporaryFolder.create();
  private final Trestle trestle;

  Arena(Durability durability) {
    trestle = Trestle.open(EngineOptions.at(folder).withDurability(durability));
    Tables.create(
        trestle.client(),
        new TableShape(
            TABLE,
            List.of(new TableShape.KeyAttribute("id", ScalarAttributeType.S)),
            List.of(),
            false));
  }

  DynamoDbClient client() {
    return trestle.client();
  }

  static Map<String, AttributeValue> key(String id) {
    return Map.of("id", ReferenceValues.text(id));
  }

  /** Returns the number of an item from a consistent read. */
  Optional<Integer> read(String id) {
    var response =
        client().getItem(request -> request.tableName(TABLE).key(key(id)).consistentRead(true));
    return Optional.ofNullable(response.item().get("n")).map(value -> Integer.valueOf(value.n()));
  }

  @Override
  public void close() {
    trestle.close();
    TemporaryFolder.delete(folder);
  }
}
