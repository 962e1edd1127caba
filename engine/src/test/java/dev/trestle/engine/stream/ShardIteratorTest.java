package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.refusal.Refusal.ExpiredIteratorException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShardIteratorTest {
  private final StreamTable things = new StreamTable(ViewType.NEW_IMAGE);

  @AfterEach
  void close() {
    things.close();
  }

  private String shard() {
    return things.shardOf("a").id();
  }

  private List<String> versions(String iterator) {
    return things.readAll(iterator).stream().map(ShardIteratorTest::version).toList();
  }

  private static String version(GetRecords.ChangeRecord change) {
    return change.newImage().flatMap(item -> item.get("version")).orElseThrow().numberText();
  }

  private void putThree() {
    for (int version = 1; version <= 3; version++) things.put("a", version);
  }

  @Test
  void from_the_horizon_everything_is_read_also_what_comes_later() {
    var empty = things.iterator(shard(), "TRIM_HORIZON");
    assertThat(things.read(empty).records()).isEmpty();
    putThree();
    assertThat(versions(empty)).containsExactly("1", "2", "3");
    assertThat(versions(things.iterator(shard(), "TRIM_HORIZON"))).containsExactly("1", "2", "3");
  }

  @Test
  void latest_is_what_comes_after_the_call_and_not_after_the_first_read() {
    things.put("a", 1);
    var latest = things.iterator(shard(), "LATEST");
    things.put("a", 2);
    assertThat(versions(latest)).containsExactly("2");
    assertThat(versions(things.iterator(shard(), "LATEST"))).isEmpty();
  }

  @Test
  void at_a_number_begins_with_its_record_and_after_it_behind() {
    putThree();
    var numbers = things.all().stream().map(GetRecords.ChangeRecord::sequenceNumber).toList();
    assertThat(versions(things.iterator(shard(), "AT_SEQUENCE_NUMBER", numbers.get(1))))
        .containsExactly("2", "3");
    assertThat(versions(things.iterator(shard(), "AFTER_SEQUENCE_NUMBER", numbers.get(1))))
        .containsExactly("3");
    var end = things.iterator(shard(), "AFTER_SEQUENCE_NUMBER", numbers.get(2));
    assertThat(versions(end)).isEmpty();
    things.put("a", 4);
    assertThat(versions(end)).containsExactly("4");
  }

  @Test
  void a_shards_own_first_number_is_a_place_in_it() {
    putThree();
    var first = things.shardOf("a").firstSequenceNumber();
    for (var type : List.of("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")) {
      assertThat(versions(things.iterator(shard(), type, first))).containsExactly("1", "2", "3");
    }
  }

  @Test
  void a_number_that_no_record_of_the_shard_can_have_is_refused() {
    putThree();
    for (var number :
        List.of("199999999999999999999", "109999999999999999999", "000000000000000000001")) {
      assertThatThrownBy(() -> things.iterator(shard(), "AT_SEQUENCE_NUMBER", number))
          .isInstanceOf(ValidationException.class)
          .hasMessage("Invalid SequenceNumber");
    }
  }

  @Test
  void a_limit_ends_a_page_and_the_next_goes_on_behind_it() {
    putThree();
    var first = things.run(new GetRecords(things.iterator(shard(), "TRIM_HORIZON"), 2));
    assertThat(first.records()).extracting(ShardIteratorTest::version).containsExactly("1", "2");
    assertThat(versions(first.nextShardIterator().orElseThrow())).containsExactly("3");
  }

  @Test
  void a_page_has_at_most_a_megabyte_but_always_a_record() {
    var big = StreamTable.item("a", 0).with("fill", Value.string("x".repeat(390_000)));
    for (int version = 1; version <= 5; version++) {
      things.put(big.with("version", Value.number(version)));
    }
    var first = things.read(things.iterator(shard(), "TRIM_HORIZON"));
    assertThat(first.records()).extracting(ShardIteratorTest::version).containsExactly("1", "2");
    assertThat(versions(first.nextShardIterator().orElseThrow())).containsExactly("3", "4", "5");
  }

  @Test
  void an_iterator_is_good_for_a_quarter_of_an_hour() {
    putThree();
    var iterator = things.iterator(shard(), "TRIM_HORIZON");
    things.clock.advance(Duration.ofMinutes(15));
    var next = things.run(new GetRecords(iterator, 1)).nextShardIterator().orElseThrow();
    things.clock.advance(Duration.ofMillis(1));
    assertThatThrownBy(() -> things.read(iterator))
        .isInstanceOf(ExpiredIteratorException.class)
        .hasMessage("The provided iterator exceeds the maximum age allowed.");
    assertThat(versions(next)).containsExactly("2", "3");
  }

  @Test
  void an_iterator_that_was_meddled_with_is_refused() {
    var iterator = things.iterator(shard(), "LATEST");
    for (int at = 0; at < iterator.length(); at++) {
      char other = iterator.charAt(at) == 'A' ? 'B' : 'A';
      var changed = iterator.substring(0, at) + other + iterator.substring(at + 1);
      assertThat(ShardIterator.parse(changed)).as(changed).isEqualTo(Optional.empty());
    }
    for (var text : List.of("x", "not base64 at all!", iterator + "AAAA", iterator.substring(4))) {
      assertThatThrownBy(() -> things.read(text))
          .isInstanceOf(ValidationException.class)
          .hasMessage("Invalid ShardIterator");
    }
  }

  @Test
  void sequence_numbers_sort_as_texts_the_way_they_do_as_numbers() {
    var numbers = List.of(0L, 1L, 9L, 10L, 999_999L, 1L << 40, Long.MAX_VALUE);
    var texts = numbers.stream().map(SequenceNumber::text).toList();
    assertThat(texts).isSorted().allMatch(text -> text.length() == 21);
    assertThat(texts.stream().map(text -> SequenceNumber.parse(text).orElseThrow()).toList())
        .isEqualTo(numbers);
  }
}
