package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.TemporaryFolder;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the trial of killed processes looks for is planted, and found. */
class InspectionTest {
  private static final String LOADED = Layout.LOADED.table();
  private static final String WRITER = "writer";
  private static final int PAID = 5;

  private static final TableShape OTHER =
      new TableShape("other", Layout.LOADED.key(), Layout.LOADED.indexes(), false);

  /** What a process acknowledged that wrote the sound data. */
  private static final List<String> ACKNOWLEDGED =
      List.of(
          "ready",
          "written item 3",
          "written deleted 7",
          "counted counter-0 2",
          "counted counter-0 3",
          "transferred transfer",
          "numbered " + WRITER + " 7",
          "created " + OTHER.table(),
          "created gone",
          "deleting gone",
          "deleted gone");

  private final Path folder = TemporaryFolder.create();

  @BeforeEach
  void fill() {
    change(client -> {
      Tables.create(client, Layout.LOADED);
      Tables.create(client, OTHER);
      put(client, LOADED, "item", Map.of("v", number(3), "g", ReferenceValues.text("group")));
      put(client, LOADED, "counter-0", Map.of("n", number(3)));
      putBalance(client, 0, Layout.BALANCE_AT_FIRST - PAID);
      putBalance(client, 1, Layout.BALANCE_AT_FIRST + PAID);
      put(
          client,
          LOADED,
          "transfer",
          Map.of(
              "from", ReferenceValues.text(Layout.account(0)),
              "to", ReferenceValues.text(Layout.account(1)),
              "amount", number(PAID)));
      for (int i = 0; i < Layout.ITEMS_AT_ONCE; i++) putNumbered(client, i, 7);
      put(client, OTHER.table(), "a", Map.of("v", number(1), "g", ReferenceValues.text("group")));
    });
  }

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  private void change(Consumer<DynamoDbClient> changes) {
    try (var trestle = Trestle.open(folder)) {
      changes.accept(trestle.client());
    }
  }

  private static AttributeValue number(int number) {
    return ReferenceValues.number(number);
  }

  private static void put(
      DynamoDbClient client, String table, String id, Map<String, AttributeValue> more) {
    var item = new HashMap<>(Layout.key(id));
    item.putAll(more);
    client.putItem(request -> request.tableName(table).item(item));
  }

  private static void putBalance(DynamoDbClient client, int account, int balance) {
    put(client, LOADED, Layout.account(account), Map.of("balance", number(balance)));
  }

  private static void putNumbered(DynamoDbClient client, int item, int number) {
    put(client, LOADED, Layout.atOnce(WRITER, item), Map.of("number", number(number)));
  }

  private static void remove(DynamoDbClient client, String id) {
    client.deleteItem(request -> request.tableName(LOADED).key(Layout.key(id)));
  }

  private void check(String... more) {
    var lines = new ArrayList<>(ACKNOWLEDGED);
    lines.addAll(List.of(more));
    var ledger = new Ledger();
    ledger.add(lines);
    Inspection.check(folder, ledger, new SplittableRandom(1));
  }

  private void assertFound(String description, String... more) {
    assertThatThrownBy(() -> check(more))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(description);
  }

  @Test
  void sound_data_passes() {
    check();
  }

  @Test
  void a_lost_item_is_found() {
    change(client -> remove(client, "item"));
    assertFound("acknowledged writes that are lost");
  }

  @Test
  void an_item_in_an_older_state_is_found() {
    change(client -> put(client, LOADED, "item", Map.of("v", number(2))));
    assertFound("acknowledged writes that are lost");
  }

  @Test
  void an_item_that_came_back_after_its_deletion_is_found() {
    change(client -> put(client, LOADED, "deleted", Map.of("v", number(6))));
    assertFound("acknowledged writes that are lost");
  }

  @Test
  void a_lost_transfer_is_found() {
    assertFound("acknowledged writes that are lost", "transferred another");
  }

  @Test
  void a_lost_increment_is_found() {
    change(client -> put(client, LOADED, "counter-0", Map.of("n", number(2))));
    assertFound("counter-0");
  }

  @Test
  void a_value_that_a_counter_took_twice_is_found() {
    assertFound("each once", "counted counter-0 3");
  }

  @Test
  void half_a_transfer_is_found() {
    change(client -> putBalance(client, 1, Layout.BALANCE_AT_FIRST));
    assertFound("balance of account-1");
  }

  @Test
  void half_a_transaction_is_found() {
    change(client -> putNumbered(client, 4, 8));
    assertFound("numbers of the items of " + WRITER);
  }

  @Test
  void a_lost_transaction_is_found() {
    assertFound("at least one of", "numbered " + WRITER + " 8");
  }

  @Test
  void a_lost_table_is_found() {
    assertFound("tables that were created", "created lost");
  }

  @Test
  void a_table_that_came_back_after_its_deletion_is_found() {
    change(client ->
        Tables.create(client, new TableShape("gone", Layout.LOADED.key(), List.of(), false)));
    assertFound("[tables]");
  }

  @Test
  void a_thread_that_failed_is_found() {
    assertFound("failed w0", "failed w0 an exception");
  }

  @Test
  void a_lost_index_entry_is_found() throws RocksDBException {
    deleteFirst("index");
    assertFound("missing in index by-group");
  }

  @Test
  void a_lost_index_entry_of_another_table_is_found() throws RocksDBException {
    deleteLast("index");
    assertFound("an item is missing");
  }

  @Test
  void a_lost_log_is_found() throws RocksDBException {
    behind((db, log) -> db.deleteRange(log, new byte[0], new byte[] {(byte) 0xFF}), "log");
    assertFound("what the stream leads to");
  }

  @Test
  void data_that_cannot_be_opened_are_reported_with_the_seed() {
    assertThatThrownBy(() ->
            KillTrial.withSeed(
                42,
                () -> {
                  throw new StorageException("the data cannot be opened");
                }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("with seed 42: the data cannot be opened");
  }

  /** Something that is done to the files of a closed engine. */
  private interface Damage {
    void to(RocksDB db, ColumnFamilyHandle family) throws RocksDBException;
  }

  private void deleteFirst(String family) throws RocksDBException {
    behind(
        (db, handle) -> {
          try (var entries = db.newIterator(handle)) {
            entries.seekToFirst();
            db.delete(handle, entries.key());
          }
        },
        family);
  }

  private void deleteLast(String family) throws RocksDBException {
    behind(
        (db, handle) -> {
          try (var entries = db.newIterator(handle)) {
            entries.seekToLast();
            db.delete(handle, entries.key());
          }
        },
        family);
  }

  private void behind(Damage damage, String family) throws RocksDBException {
    var path = folder.resolve("db").toString();
    List<byte[]> names;
    try (var options = new Options()) {
      names = RocksDB.listColumnFamilies(options, path);
    }
    var handles = new ArrayList<ColumnFamilyHandle>();
    var all = names.stream().map(ColumnFamilyDescriptor::new).toList();
    try (var options = new DBOptions();
        var db = RocksDB.open(options, path, all, handles)) {
      var index =
          names.stream()
              .map(name -> new String(name, StandardCharsets.UTF_8))
              .toList()
              .indexOf(family);
      damage.to(db, handles.get(index));
      for (var handle : handles) handle.close();
    }
  }
}
