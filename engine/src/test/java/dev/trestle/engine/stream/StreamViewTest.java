package dev.trestle.engine.stream;

import static dev.trestle.engine.stream.StreamTable.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.operation.GetRecords.ChangeRecord;
import dev.trestle.engine.operation.GetRecords.EventName;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamViewTest {
  private static final Item KEY = Item.of("pk", Value.string("a"));

  @ParameterizedTest
  @EnumSource(ViewType.class)
  void a_view_shows_its_images_and_always_the_key(ViewType view) {
    try (var things = new StreamTable(view)) {
      things.put("a", 1);
      things.put("a", 2);
      things.remove("a");
      var records = things.all();
      assertThat(records)
          .extracting(ChangeRecord::eventName)
          .containsExactly(EventName.INSERT, EventName.MODIFY, EventName.REMOVE);
      boolean old = view == ViewType.OLD_IMAGE || view == ViewType.NEW_AND_OLD_IMAGES;
      boolean now = view == ViewType.NEW_IMAGE || view == ViewType.NEW_AND_OLD_IMAGES;
      assertThat(records).extracting(ChangeRecord::keys).containsOnly(KEY);
      assertThat(records)
          .extracting(ChangeRecord::oldImage)
          .isEqualTo(List.of(Optional.empty(), image(old, 1), image(old, 2)));
      assertThat(records)
          .extracting(ChangeRecord::newImage)
          .isEqualTo(List.of(image(now, 1), image(now, 2), Optional.empty()));
    }
  }

  private static Optional<Item> image(boolean shown, long version) {
    return shown ? Optional.of(item("a", version)) : Optional.empty();
  }

  @Test
  void the_size_is_that_of_the_key_and_of_the_images_shown() {
    try (var things = new StreamTable(ViewType.NEW_AND_OLD_IMAGES)) {
      things.put("a", 1);
      things.put("a", 22222);
      // pk and a: 3 bytes; version: 7 bytes, 2 for the number 1 and 4 for 22222.
      assertThat(things.all())
          .extracting(ChangeRecord::sizeBytes)
          .containsExactly(3 + 12L, 3 + 26L);
    }
  }

  @Test
  void a_write_that_changes_nothing_leaves_no_record() {
    try (var things = new StreamTable(ViewType.KEYS_ONLY)) {
      things.put("a", 1);
      things.put("a", 1);
      things.remove("b");
      assertThat(things.all()).hasSize(1);
    }
  }

  @Test
  void a_record_says_when_and_where_it_was_written() {
    try (var things = new StreamTable(ViewType.NEW_IMAGE)) {
      things.put("a", 1);
      var record = things.all().getFirst();
      assertThat(record.created()).isEqualTo(things.clock.instant());
      assertThat(record.region()).isEqualTo("eu-north-1");
      assertThat(record.view()).isEqualTo(ViewType.NEW_IMAGE);
      assertThat(record.eventId()).matches("[0-9a-f]{32}");
      assertThat(record.sequenceNumber()).matches("[0-9]{21,40}");
      assertThat(things.all()).containsExactly(record);
    }
  }

  @Test
  void event_ids_differ() {
    try (var things = new StreamTable(ViewType.KEYS_ONLY)) {
      for (int i = 0; i < 200; i++) things.put("item" + i, 1);
      assertThat(things.all())
          .extracting(ChangeRecord::eventId)
          .doesNotHaveDuplicates()
          .hasSize(200);
    }
  }

  @Test
  void a_table_without_a_stream_leaves_nothing_in_the_log() {
    try (var things = new StreamTable(ViewType.KEYS_ONLY)) {
      things.put("a", 1);
      int before = things.stored();
      var stream = things.stream();
      things.disable();
      things.put("a", 2);
      assertThat(things.context.streams().shards(stream)).hasSize(LogKeys.LINEAGES);
      assertThat(things.all()).hasSize(1);
      // The change, and the closing boundary of each lineage.
      assertThat(things.stored()).isEqualTo(before + LogKeys.LINEAGES);
    }
  }
}
