package com.example.notes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.example.notes.Notes.Note;
import com.example.notes.Notes.OfUser;
import dev.trestle.engine.ManualClock;
import dev.trestle.junit.TrestleTest;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@TrestleTest(Notes.class)
class NotesTest {
  @Test
  void the_latest_note_comes_first(Store store, ManualClock clock) {
    var first = new Note("ann", clock.instant(), "Buy string");
    store.run(Notes.WRITE, first);
    clock.advance(Duration.ofMinutes(5));
    var second = new Note("ann", clock.instant(), "String is bought");
    store.run(Notes.WRITE, second);
    assertEquals(List.of(second, first), store.run(Notes.LATEST, new OfUser("ann")).items());
  }

  @Test
  void each_test_begins_with_empty_tables(DynamoDbClient client) {
    assertEquals(0, client.scan(scan -> scan.tableName("notes")).count());
  }
}
