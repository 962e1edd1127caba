package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import java.time.Instant;
import java.time.InstantSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The objects that all plans use to run. */
record PlanContext(DynamoDbClient client, StoreOptions options) {
  String table(Entity<?> entity) {
    return table(entity.table());
  }

  String table(Table table) {
    return options.tablePrefix() + table.name();
  }

  InstantSource clock() {
    return options.clock();
  }

  Instant now() {
    return options.clock().instant();
  }

  Attempts attempts(UsageCounter meter) {
    return new Attempts(options, meter);
  }
}
