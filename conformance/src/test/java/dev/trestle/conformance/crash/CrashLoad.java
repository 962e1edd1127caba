package dev.trestle.conformance.crash;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.testing.Faults;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.Tables;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The process that is killed. Its threads write in different ways and print a line for each
 * acknowledged write. A line is printed with one write, so a kill leaves complete lines.
 */
final class CrashLoad {
  private static final int WRITERS = 3;
  private static final int ITEMS_PER_WRITER = 12;
  private static final int BATCH = 5;
  private static final int PAYLOAD_BYTES_MAX = 900;

  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private final DynamoDbClient client;
  private final String round;
  private final SplittableRandom random;

  private CrashLoad(DynamoDbClient client, String round, long seed) {
    this.client = client;
    this.round = round;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Takes folder, durability, round, seed, and optionally the fault point and arrival at which the
   * process kills itself.
   */
  static void main(String[] arguments) {
    var folder = Path.of(arguments[0]);
    var faults = new Faults(CrashLoad::printLength);
    if (arguments.length > 4) faults.halt(arguments[4], Long.parseLong(arguments[5]));
    var options =
        EngineOptions.at(folder)
            .withDurability(Durability.valueOf(arguments[1]))
            .withFaults(faults);
    var trestle = Trestle.open(options);
    var load = new CrashLoad(trestle.client(), arguments[2], Long.parseLong(arguments[3]));
    load.prepare();
    load.start(options.exportFolder().orElseThrow());
    print("ready");
  }

  /**
   * Prints the length of a log file that was just made durable. Nothing is appended to it
   * meanwhile.
   */
  private static void printLength(Path file) {
    if (!file.toString().endsWith(".log")) return;
    print("synced " + file.getFileName() + " " + file.toFile().length());
  }

  private static void print(String line) {
    try {
      OUT.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void prepare() {
    if (!client.listTables().tableNames().contains(Layout.LOADED.table())) {
      Tables.create(client, Layout.LOADED);
    }
    client.updateContinuousBackups(request ->
        request
            .tableName(Layout.LOADED.table())
            .pointInTimeRecoverySpecification(
                recovery -> recovery.pointInTimeRecoveryEnabled(true).recoveryPeriodInDays(1)));
    for (int i = 0; i < Layout.ACCOUNTS; i++) {
      putOnce(Layout.account(i), "balance", Layout.BALANCE_AT_FIRST);
    }
    for (int i = 0; i < Layout.COUNTERS; i++) putOnce(Layout.counter(i), "n", 0);
  }

  private void putOnce(String id, String name, int value) {
    try {
      client.putItem(request ->
          request
              .tableName(Layout.LOADED.table())
              .item(Map.of("id", ReferenceValues.text(id), name, ReferenceValues.number(value)))
              .conditionExpression("attribute_not_exists(id)"));
    } catch (ConditionalCheckFailedException _) {
      // An earlier round has written it.
    }
  }

  private void start(Path exports) {
    for (int i = 0; i < WRITERS; i++) thread("w" + i, this::writePlainly);
    for (int i = 0; i < 2; i++) thread("c" + i, this::count);
    for (int i = 0; i < 2; i++) thread("t" + i, this::transfer);
    for (int i = 0; i < 2; i++) thread("a" + i, this::writeAllAtOnce);
    thread("b0", this::writeBatches);
    thread("s0", (name, own) -> new Housekeeping(client, round, CrashLoad::print).run(own));
    thread(
        "r0", (name, own) -> new RecoveryWork(client, exports, round, CrashLoad::print).run(own));
  }

  private interface Work {
    void run(String name, SplittableRandom random);
  }

  /** Starts a platform thread, which keeps the process alive. */
  private void thread(String name, Work work) {
    var own = random.split();
    Thread.ofPlatform()
        .name(name)
        .start(() -> {
          try {
            work.run(round + "-" + name, own);
          } catch (Throwable e) {
            print("failed " + name + " " + e);
            throw e;
          }
        });
  }

  /** Each item has one writer, so its n-th write is the n-th in its history. */
  private void writePlainly(String name, SplittableRandom own) {
    for (int write = 0; ; write++) {
      for (int i = 0; i < ITEMS_PER_WRITER; i++) {
        var id = name + "-" + i;
        if (Layout.isDeletion(write)) {
          client.deleteItem(
              request -> request.tableName(Layout.LOADED.table()).key(Layout.key(id)));
        } else {
          put(id, write, own);
        }
        print("written " + id + " " + write);
      }
    }
  }

  private void put(String id, int write, SplittableRandom own) {
    var item =
        Map.of(
            "id", ReferenceValues.text(id),
            "v", ReferenceValues.number(write),
            "g", ReferenceValues.text("group-" + own.nextInt(4)),
            "text", ReferenceValues.text("x".repeat(own.nextInt(PAYLOAD_BYTES_MAX))));
    client.putItem(request -> request.tableName(Layout.LOADED.table()).item(item));
  }

  /** Increments shared counters, sometimes with a condition on the value, sometimes without. */
  private void count(String name, SplittableRandom own) {
    while (true) {
      var id = Layout.counter(own.nextInt(Layout.COUNTERS));
      if (own.nextInt(3) == 0) {
        var added =
            client.updateItem(request ->
                request
                    .tableName(Layout.LOADED.table())
                    .key(Layout.key(id))
                    .updateExpression("ADD n :one")
                    .expressionAttributeValues(Map.of(":one", ReferenceValues.number(1)))
                    .returnValues("UPDATED_NEW"));
        print("counted " + id + " " + number(added.attributes(), "n"));
        continue;
      }
      var seen =
          client.getItem(request ->
              request.tableName(Layout.LOADED.table()).key(Layout.key(id)).consistentRead(true));
      int n = number(seen.item(), "n");
      try {
        client.updateItem(request ->
            request
                .tableName(Layout.LOADED.table())
                .key(Layout.key(id))
                .updateExpression("SET n = :next")
                .conditionExpression("n = :seen")
                .expressionAttributeValues(
                    Map.of(
                        ":next",
                        ReferenceValues.number(n + 1),
                        ":seen",
                        ReferenceValues.number(n))));
        print("counted " + id + " " + (n + 1));
      } catch (ConditionalCheckFailedException _) {
        // Another thread was first.
      }
    }
  }

  private static int number(Map<String, AttributeValue> item, String name) {
    var value = item.get(name);
    if (value == null) throw new IllegalStateException("no " + name + " in " + item);
    return Integer.parseInt(value.n());
  }

  /** Transfers an amount between accounts and writes a record of it, in one transaction. */
  private void transfer(String name, SplittableRandom own) {
    for (int i = 0; ; i++) {
      int from = own.nextInt(Layout.ACCOUNTS);
      int to = (from + 1 + own.nextInt(Layout.ACCOUNTS - 1)) % Layout.ACCOUNTS;
      int amount = 1 + own.nextInt(50);
      var id = name + "-" + i;
      var record =
          Map.of(
              "id", ReferenceValues.text(id),
              "from", ReferenceValues.text(Layout.account(from)),
              "to", ReferenceValues.text(Layout.account(to)),
              "amount", ReferenceValues.number(amount),
              "g", ReferenceValues.text("transfers"),
              "v", ReferenceValues.number(i));
      try {
        client.transactWriteItems(request ->
            request.transactItems(
                move(Layout.account(from), -amount),
                move(Layout.account(to), amount),
                TransactWriteItem.builder()
                    .put(put -> put.tableName(Layout.LOADED.table()).item(record))
                    .build()));
        print("transferred " + id);
      } catch (TransactionCanceledException _) {
        // The account does not have enough money.
      }
    }
  }

  private static TransactWriteItem move(String account, int amount) {
    return TransactWriteItem.builder()
        .update(update ->
            update
                .tableName(Layout.LOADED.table())
                .key(Layout.key(account))
                .updateExpression("SET balance = balance + :amount")
                .conditionExpression("balance >= :least")
                .expressionAttributeValues(
                    Map.of(
                        ":amount", ReferenceValues.number(amount),
                        ":least", ReferenceValues.number(Math.max(0, -amount)))))
        .build();
  }

  /** Writes the same number to many items in one transaction. */
  private void writeAllAtOnce(String name, SplittableRandom unused) {
    for (int i = 0; ; i++) {
      int number = i;
      var puts = new ArrayList<TransactWriteItem>();
      for (int j = 0; j < Layout.ITEMS_AT_ONCE; j++) {
        var item =
            Map.of(
                "id",
                ReferenceValues.text(Layout.atOnce(name, j)),
                "number",
                ReferenceValues.number(number));
        puts.add(
            TransactWriteItem.builder()
                .put(put -> put.tableName(Layout.LOADED.table()).item(item))
                .build());
      }
      client.transactWriteItems(request -> request.transactItems(puts));
      print("numbered " + name + " " + number);
    }
  }

  private void writeBatches(String name, SplittableRandom unused) {
    for (int first = 0; ; first += BATCH) {
      var batch = new ArrayList<WriteRequest>();
      for (int i = first; i < first + BATCH; i++) {
        var id = name + "-" + i;
        batch.add(
            WriteRequest.builder()
                .putRequest(put ->
                    put.item(
                        Map.of(
                            "id", ReferenceValues.text(id),
                            "v", ReferenceValues.number(0),
                            "g", ReferenceValues.text("batches"))))
                .build());
      }
      client.batchWriteItem(
          request -> request.requestItems(Map.of(Layout.LOADED.table(), List.copyOf(batch))));
      for (int i = first; i < first + BATCH; i++) print("written " + name + "-" + i + " 0");
    }
  }
}
