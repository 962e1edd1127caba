package dev.trestle.conformance.crash;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.EngineOptions;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.Tables;
import java.nio.file.Path;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The process that is killed while it makes backups. It writes items with increasing numbers, and
 * after each backup prints the number that was acknowledged before the backup began.
 */
final class BackupLoad {
  private static final int ITEMS = 200;

  private BackupLoad() {}

  /** Takes the data folder, the folder of backups, and the first number. */
  static void main(String[] arguments) {
    try (var trestle = Trestle.open(EngineOptions.at(Path.of(arguments[0])));
        var backups = EngineBackups.open(Path.of(arguments[1]))) {
      var client = trestle.client();
      if (client.listTables().tableNames().isEmpty()) Tables.create(client, Layout.LOADED);
      backups.removeUnfinished();
      System.out.println("ready");
      for (int number = Integer.parseInt(arguments[2]); ; number++) {
        for (int item = 0; item < ITEMS; item++) write(client, item, number);
        backups.create(trestle.engine());
        System.out.println("backup of " + number);
      }
    }
  }

  private static void write(DynamoDbClient client, int item, int number) {
    client.putItem(request ->
        request
            .tableName(Layout.LOADED.table())
            .item(
                Map.of(
                    "id", ReferenceValues.text("item" + item),
                    "number", ReferenceValues.number(Integer.toString(number)))));
  }
}
