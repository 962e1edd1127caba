package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.StreamTail;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.testing.Await;
import dev.trestle.testing.reference.ReferenceEngine;
import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.ReferenceWrite;
import dev.trestle.testing.reference.TableShape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Opens the data of a killed process and verifies it. */
final class Inspection implements AutoCloseable {
  private static final Duration REPAIR_MAX = Duration.ofMinutes(5);

  private final Trestle trestle;
  private final DynamoDbClient client;
  private final Ledger ledger;
  private final Map<String, Map<String, AttributeValue>> items = new TreeMap<>();

  private Inspection(Path folder, Ledger ledger) {
    // Nothing may expire during the comparison.
    var options =
        EngineOptions.at(folder)
            .withDurability(Durability.FAST)
            .withTimeToLiveDelay(Duration.ofDays(400));
    this.trestle = Trestle.open(options);
    this.client = trestle.client();
    this.ledger = ledger;
  }

  /** Asserts that all guarantees hold. */
  static void check(Path folder, Ledger ledger, SplittableRandom random) {
    try (var inspection = new Inspection(folder, ledger)) {
      var tables = inspection.client.listTables().tableNames();
      if (ledger.acknowledged() == 0 && !tables.contains(Layout.LOADED.table())) return;
      inspection.readItems();
      assertThat(inspection.lostWrites()).as("acknowledged writes that are lost").isEmpty();
      inspection.checkCounters();
      inspection.checkTransfers();
      inspection.checkNumbers();
      inspection.checkIndexes();
      inspection.checkStream();
      inspection.checkAllThatIsStored();
      assertThat(ledger.tables()).as("tables that were created").isSubsetOf(tables);
      assertThat(tables).as("tables").noneMatch(ledger.deletedTables()::contains);
      inspection.checkNothingIsUnfinished(tables);
      PastState.check(inspection.trestle, random);
    }
  }

  /** Returns how many acknowledged writes are missing. */
  static int losses(Path folder, Ledger ledger) {
    try (var inspection = new Inspection(folder, ledger)) {
      if (!inspection.client.listTables().tableNames().contains(Layout.LOADED.table())) {
        return ledger.acknowledged();
      }
      inspection.readItems();
      return inspection.lostWrites().size();
    }
  }

  private void readItems() {
    for (var item : scan(Optional.empty())) items.put(text(item, "id"), item);
  }

  private List<Map<String, AttributeValue>> scan(Optional<String> index) {
    var request = ScanRequest.builder().tableName(Layout.LOADED.table());
    index.ifPresent(request::indexName);
    return client.scanPaginator(request.build()).items().stream()
        .map(ReferenceValues::normal)
        .toList();
  }

  /**
   * An item is in the state of its last acknowledged write, or of the write that was in progress.
   */
  private List<String> lostWrites() {
    var lost = new ArrayList<String>();
    ledger
        .writes()
        .forEach((id, write) -> {
          if (!isAfter(id, write) && !isAfter(id, write + 1)) {
            lost.add(id + " after write " + write + " is " + items.get(id));
          }
        });
    for (var id : ledger.transfers()) if (!items.containsKey(id)) lost.add(id);
    return lost;
  }

  private boolean isAfter(String id, int write) {
    var item = Optional.ofNullable(items.get(id));
    return Layout.isDeletion(write)
        ? item.isEmpty()
        : item.filter(present -> number(present, "v") == write).isPresent();
  }

  private void checkCounters() {
    ledger
        .counts()
        .forEach((id, values) -> {
          assertThat(values).as("values that %s took, each once", id).doesNotHaveDuplicates();
          assertThat(number(item(id), "n"))
              .as(id)
              .isGreaterThanOrEqualTo(values.stream().mapToInt(v -> v).max().orElse(0));
        });
  }

  /** Accounts match the records of transfers, so no transfer was applied in part. */
  private void checkTransfers() {
    var expected = new HashMap<String, Integer>();
    for (var item : items.values()) {
      if (!item.containsKey("amount")) continue;
      int amount = number(item, "amount");
      expected.merge(text(item, "from"), -amount, Integer::sum);
      expected.merge(text(item, "to"), amount, Integer::sum);
    }
    for (int i = 0; i < Layout.ACCOUNTS; i++) {
      var id = Layout.account(i);
      if (!items.containsKey(id)) continue;
      assertThat(number(item(id), "balance"))
          .as("balance of %s", id)
          .isEqualTo(Layout.BALANCE_AT_FIRST + expected.getOrDefault(id, 0));
    }
  }

  /**
   * Items that are always written together have the same number: the last acknowledged one or the
   * next.
   */
  private void checkNumbers() {
    ledger
        .numbers()
        .forEach((writer, last) -> {
          var numbers = new HashSet<Integer>();
          for (int i = 0; i < Layout.ITEMS_AT_ONCE; i++) {
            numbers.add(number(item(Layout.atOnce(writer, i)), "number"));
          }
          assertThat(numbers).as("numbers of the items of %s", writer).hasSize(1);
          assertThat(numbers).containsAnyOf(last, last + 1);
        });
  }

  /** Each index contains what it would contain if it were built now. */
  private void checkIndexes() {
    var indexes = new ArrayList<>(Layout.LOADED.indexes());
    if (Housekeeping.status(client).filter(s -> s != IndexStatus.DELETING).isPresent()) {
      Await.until(() -> Housekeeping.isReady(client), REPAIR_MAX);
      indexes.add(Layout.LATE);
    }
    var rebuilt = new ReferenceEngine();
    var shape = new TableShape(Layout.LOADED.table(), Layout.LOADED.key(), indexes, true);
    rebuilt.create(shape);
    for (var item : items.values()) {
      rebuilt.write(new ReferenceWrite.Put(shape.table(), item, Optional.empty()), false);
    }
    for (var index : indexes) {
      var read =
          new ReferenceRead(
              shape.table(),
              Optional.of(index.name()),
              List.of(),
              Optional.empty(),
              List.of(),
              true);
      var expected = rebuilt.entries(read);
      var found = scan(Optional.of(index.name()));
      assertThat(without(expected, found)).as("missing in index %s", index.name()).isEmpty();
      assertThat(without(found, expected)).as("too many in index %s", index.name()).isEmpty();
      assertThat(found).as("entries of index %s", index.name()).hasSameSizeAs(expected);
    }
  }

  private static <T> Set<T> without(List<T> all, List<T> others) {
    var rest = new LinkedHashSet<>(all);
    others.forEach(rest::remove);
    return rest;
  }

  /** The changes of each item form a chain from nothing to the current state. */
  private void checkStream() {
    var changes =
        StreamTail.byItem(
            StreamTail.of(client, trestle.streamsClient(), Layout.LOADED.table()).changes());
    var left = new TreeMap<String, Map<String, AttributeValue>>();
    changes.forEach((key, ofItem) -> {
      Optional<Map<String, AttributeValue>> state = Optional.empty();
      for (var change : ofItem) {
        assertThat(change.before()).as("before a change of %s", key).isEqualTo(state);
        assertThat(change.after()).as("a change of %s", key).isNotEqualTo(state);
        state = change.after();
      }
      state.ifPresent(item -> left.put(text(item, "id"), item));
    });
    assertThat(left).as("what the stream leads to").isEqualTo(items);
  }

  /** A restore, an import or a backup that was not complete leaves nothing. */
  private void checkNothingIsUnfinished(List<String> tables) {
    for (var table : tables) {
      assertThat(client.describeTable(request -> request.tableName(table)).table().tableStatus())
          .as(table)
          .isEqualTo(TableStatus.ACTIVE);
    }
    assertThat(client.listBackups().backupSummaries())
        .extracting(BackupSummary::backupStatus)
        .allMatch(BackupStatus.AVAILABLE::equals);
  }

  /** Asserts what holds also after old log records were removed. */
  static void checkTrimmed(Path folder, Ledger ledger) {
    try (var inspection = new Inspection(folder, ledger)) {
      inspection.readItems();
      assertThat(inspection.lostWrites()).as("acknowledged writes that are lost").isEmpty();
      inspection.checkTransfers();
      inspection.checkAllThatIsStored();
    }
  }

  private void checkAllThatIsStored() {
    assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
  }

  private Map<String, AttributeValue> item(String id) {
    return Optional.ofNullable(items.get(id)).orElseThrow(() -> new AssertionError("no " + id));
  }

  private static int number(Map<String, AttributeValue> item, String name) {
    return Integer.parseInt(value(item, name).n());
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return value(item, name).s();
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name))
        .orElseThrow(() -> new AssertionError("no " + name + " in " + item));
  }

  @Override
  public void close() {
    trestle.close();
  }
}
