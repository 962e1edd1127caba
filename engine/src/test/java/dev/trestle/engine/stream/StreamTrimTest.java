package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords.ChangeRecord;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.TrimmedDataAccessException;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamTrimTest {
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final StreamTable things = new StreamTable(ViewType.NEW_IMAGE);

  @AfterEach
  void close() {
    things.close();
  }

  /** Removes old records without rolling over shards. */
  private void trim() {
    new StreamMaintenance(
            things.storage,
            things.context.streams(),
            things.clock,
            Duration.ofDays(999),
            FaultPoints.NONE)
        .run(things.catalog.streams(), () -> false);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void records_can_be_read_for_a_day_whether_they_were_removed_or_not(boolean removed) {
    things.put("a", 1);
    things.clock.advance(Duration.ofHours(1));
    things.put("a", 2);
    things.clock.advance(DAY.minusHours(1));
    if (removed) trim();
    assertThat(things.all()).hasSize(2);
    things.clock.advance(MOMENT);
    if (removed) trim();
    assertThat(things.all()).hasSize(1);
    things.clock.advance(Duration.ofHours(1));
    if (removed) trim();
    assertThat(things.all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_number_that_is_too_old_is_refused_whether_it_was_removed_or_not(boolean removed) {
    things.put("a", 1);
    things.clock.advance(MOMENT);
    things.put("a", 2);
    var shard = things.shardOf("a").id();
    var numbers = things.all().stream().map(ChangeRecord::sequenceNumber).toList();
    things.clock.advance(DAY);
    if (removed) trim();
    for (var type : List.of("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")) {
      assertThatThrownBy(() -> things.iterator(shard, type, numbers.getFirst()))
          .isInstanceOf(TrimmedDataAccessException.class)
          .hasMessage("The data you are trying to access has been trimmed.");
    }
    var iterator = things.iterator(shard, "AT_SEQUENCE_NUMBER", numbers.getLast());
    assertThat(things.readAll(iterator)).hasSize(1);
  }

  @Test
  void an_iterator_whose_next_record_became_too_old_is_refused_and_one_at_the_horizon_is_not() {
    things.put("a", 1);
    var shard = things.shardOf("a");
    things.clock.advance(DAY);
    var at = things.iterator(shard.id(), "AT_SEQUENCE_NUMBER", shard.firstSequenceNumber());
    var horizon = things.iterator(shard.id(), "TRIM_HORIZON");
    var latest = things.iterator(shard.id(), "LATEST");
    assertThat(things.read(at).records()).hasSize(1);
    things.clock.advance(MOMENT);
    things.put("a", 2);
    assertThatThrownBy(() -> things.read(at)).isInstanceOf(TrimmedDataAccessException.class);
    assertThat(things.readAll(horizon)).hasSize(1);
    assertThat(things.readAll(latest)).hasSize(1);
  }

  @Test
  void what_is_too_old_is_removed_from_disk() {
    for (int i = 0; i < 100; i++) things.put("item" + i, 1);
    assertThat(things.stored()).isEqualTo(100);
    things.clock.advance(DAY.plus(MOMENT));
    things.put("a", 1);
    trim();
    // The new record, and the floor of each lineage.
    assertThat(things.stored()).isEqualTo(1 + LogKeys.LINEAGES);
    assertThat(things.all()).hasSize(1);
  }

  @Test
  void a_closed_shard_disappears_a_day_after_it_was_closed() {
    things.put("a", 1);
    var parent = things.shardOf("a").id();
    things.context.streams().rollOver(things.stream());
    things.clock.advance(DAY);
    assertThat(things.describe().shards()).hasSize(2 * LogKeys.LINEAGES);
    things.clock.advance(MOMENT);
    assertThat(things.describe().shards())
        .hasSize(LogKeys.LINEAGES)
        .allMatch(shard -> shard.parentId().isPresent());
    assertThatThrownBy(() -> things.iterator(parent, "TRIM_HORIZON"))
        .isInstanceOf(ResourceNotFoundException.class)
        .hasMessage("Requested resource not found: Shard does not exist");
  }

  @Test
  void shards_of_many_days_leave_no_more_than_a_day_behind() {
    for (int hour = 0; hour < 24 * 7; hour++) {
      things.put("a", hour);
      things.clock.advance(Duration.ofHours(1));
      things.maintain();
    }
    var shards = things.describe().shards();
    assertThat(shards).hasSize((1 + 24 / 4 + 1) * LogKeys.LINEAGES);
    assertThat(things.all()).hasSize(24);
    // The boundary of each shard, and the floor of the lineage.
    assertThat(things.stored()).isEqualTo(24 + shards.size() + 1);
    assertThat(shards).extracting(DescribeStream.Shard::id).doesNotHaveDuplicates();
  }

  @Test
  void a_stream_that_was_switched_off_is_forgotten_after_a_day() {
    things.put("a", 1);
    things.disable();
    var arn = things.arn();
    things.clock.advance(DAY);
    things.maintain();
    assertThat(things.run(new DescribeStream(arn, null, null, null)).shards()).isNotEmpty();
    things.clock.advance(MOMENT);
    things.maintain();
    assertThat(things.run(new ListStreams(null, null, null)).streams()).isEmpty();
    assertThatThrownBy(() -> things.run(new DescribeStream(arn, null, null, null)))
        .isInstanceOf(ResourceNotFoundException.class)
        .hasMessage("Requested resource not found: Stream: " + arn + " not found");
  }
}
