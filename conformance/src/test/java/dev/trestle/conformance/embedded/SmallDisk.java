package dev.trestle.conformance.embedded;

import dev.trestle.dynamodb.embedded.Trestle;
import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** A process that writes pairs until the disk is full, and prints what happens then. */
final class SmallDisk {
  static final int ENTRY_BYTES = 8_000;

  private SmallDisk() {}

  public static void main(String[] arguments) {
    try (var trestle = Trestle.open(Path.of(arguments[0]))) {
      var db = trestle.client();
      Ledger.create(db);
      int number = 0;
      try {
        while (true) {
          Ledger.putPair(db, number, ENTRY_BYTES);
          System.out.println("acknowledged " + number++);
        }
      } catch (DynamoDbException full) {
        System.out.println("refused " + full.statusCode() + " " + full.getMessage());
      }
      try {
        Ledger.put(db, -1, 1);
        System.out.println("then wrote");
      } catch (DynamoDbException full) {
        System.out.println("then refused " + full.statusCode());
      }
      System.out.println("read " + Ledger.pairs(db).size());
    }
    System.out.println("closed");
  }
}
