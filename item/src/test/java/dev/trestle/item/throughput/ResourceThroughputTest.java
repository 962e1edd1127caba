package dev.trestle.item.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.item.throughput.ResourceThroughput.Maximum;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class ResourceThroughputTest {
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;
  private static final KeyPosition KEY = KeyPosition.ofHash(7);

  private long now = MINUTE;

  /** Returns how many requests of one unit are admitted at once, and why the next one is not. */
  private record Admitted(int requests, LimitType limit) {}

  private Admitted useUp(ResourceThroughput throughput, UnitKind kind) {
    return useUp(throughput, kind, ignored -> KEY);
  }

  private Admitted useUp(
      ResourceThroughput throughput, UnitKind kind, IntFunction<KeyPosition> keys) {
    for (int requests = 0; ; requests++) {
      var limit = throughput.check(kind, keys.apply(requests), now);
      if (limit.isPresent()) return new Admitted(requests, limit.get());
      throughput.charge(kind, keys.apply(requests), 1, now);
    }
  }

  /** Spreads requests evenly over the hash. */
  private static KeyPosition spread(int request) {
    return KeyPosition.ofHash(request * 0x9E3779B97F4A7C15L);
  }

  private static ResourceThroughput provisioned(double read, double write, long now) {
    return ResourceThroughput.provisioned(new Provisioned(read, write), now);
  }

  @Test
  void a_new_table_has_the_units_of_one_second() {
    var table = provisioned(5, 2, now);
    assertThat(useUp(table, UnitKind.READ))
        .isEqualTo(new Admitted(5, LimitType.PROVISIONED_THROUGHPUT));
    assertThat(useUp(table, UnitKind.WRITE))
        .isEqualTo(new Admitted(2, LimitType.PROVISIONED_THROUGHPUT));
    now += SECOND;
    assertThat(useUp(table, UnitKind.READ).requests).isEqualTo(5);
  }

  @Test
  void unused_units_are_saved_for_300_seconds() {
    var table = provisioned(5, 2, now);
    useUp(table, UnitKind.WRITE);
    now += 100 * SECOND;
    assertThat(useUp(table, UnitKind.WRITE).requests).isEqualTo(200);
    now += 1000 * SECOND;
    assertThat(useUp(table, UnitKind.WRITE).requests).isEqualTo(600);
  }

  @Test
  void a_request_larger_than_all_units_is_admitted_and_paid_for_later() {
    var table = provisioned(5, 5, now);
    assertThat(table.check(UnitKind.WRITE, KEY, now)).isEmpty();
    table.charge(UnitKind.WRITE, KEY, 400, now);
    now += 79 * SECOND;
    assertThat(table.check(UnitKind.WRITE, KEY, now)).contains(LimitType.PROVISIONED_THROUGHPUT);
    now += SECOND;
    assertThat(useUp(table, UnitKind.WRITE).requests).isEqualTo(5);
  }

  @Test
  void one_key_may_use_all_of_the_table_up_to_the_limits_of_a_partition() {
    var small = provisioned(900, 900, now);
    assertThat(useUp(small, UnitKind.WRITE).requests).isEqualTo(900);
    var large = provisioned(9000, 9000, now);
    assertThat(useUp(large, UnitKind.WRITE))
        .isEqualTo(new Admitted(1000, LimitType.KEY_RANGE_THROUGHPUT));
    assertThat(useUp(large, UnitKind.READ))
        .isEqualTo(new Admitted(3000, LimitType.KEY_RANGE_THROUGHPUT));
  }

  @Test
  void burst_capacity_does_not_help_a_hot_partition() {
    var table = provisioned(3000, 1000, now);
    useUp(table, UnitKind.WRITE);
    now += 300 * SECOND;
    assertThat(useUp(table, UnitKind.WRITE))
        .isEqualTo(new Admitted(1000, LimitType.KEY_RANGE_THROUGHPUT));
  }

  @Test
  void provisioned_units_need_partitions_which_are_never_merged() {
    assertThat(provisioned(5, 5, now).partitions()).isEqualTo(1);
    var table = provisioned(3000, 1000, now);
    assertThat(table.partitions()).isEqualTo(2);
    table.setProvisioned(Optional.of(new Provisioned(6000, 4000)), now);
    assertThat(table.partitions()).isEqualTo(6);
    table.setProvisioned(Optional.of(new Provisioned(5, 5)), now);
    assertThat(table.partitions()).isEqualTo(6);
  }

  @Test
  void units_saved_before_a_change_stay() {
    var table = provisioned(100, 100, now);
    table.setProvisioned(Optional.of(new Provisioned(5, 5)), now);
    assertThat(useUp(table, UnitKind.WRITE).requests).isEqualTo(100);
    now += SECOND;
    assertThat(useUp(table, UnitKind.WRITE).requests).isEqualTo(5);
  }

  @Test
  void a_partition_holds_ten_gigabytes() {
    var table = provisioned(5, 5, now);
    table.setBytes(35L << 30, now);
    assertThat(table.partitions()).isEqualTo(4);
    assertThat(table.starts())
        .extracting(KeyPosition::hash)
        .containsExactly(0L, 1L << 62, 1L << 63, 3L << 62);
  }

  @Test
  void a_new_on_demand_table_has_four_partitions() {
    var table = ResourceThroughput.onDemand(now);
    assertThat(useUp(table, UnitKind.WRITE, ResourceThroughputTest::spread).requests)
        .isBetween(3900, 4000);
    assertThat(useUp(table, UnitKind.READ).requests).isEqualTo(3000);
  }

  @Test
  void an_on_demand_table_has_room_for_twice_its_previous_peak() {
    var table = ResourceThroughput.onDemand(now);
    for (int second = 0; second < 120; second++, now += SECOND) {
      for (int i = 0; i < 3600; i++) table.charge(UnitKind.WRITE, spread(i), 1, now);
    }
    useUp(table, UnitKind.WRITE);
    assertThat(table.partitions()).isEqualTo(4);
    now += 30 * MINUTE;
    useUp(table, UnitKind.WRITE);
    assertThat(table.partitions()).isEqualTo(8);
  }

  @Test
  void a_warm_table_has_partitions_for_its_units_from_the_start() {
    var table = ResourceThroughput.onDemand(now);
    table.setWarm(12_000, 4_000, now);
    assertThat(table.partitions()).as("what a new table has").isEqualTo(4);
    table.setWarm(12_000, 16_000, now);
    assertThat(useUp(table, UnitKind.WRITE, ResourceThroughputTest::spread).requests)
        .isBetween(15_500, 16_000);
    table.setWarm(0, 0, now);
    assertThat(table.partitions()).as("partitions are never merged").isEqualTo(16);
  }

  @Test
  void an_account_has_40000_units_for_one_on_demand_table() {
    var table = ResourceThroughput.onDemand(now);
    table.setBytes(1L << 40, now);
    var admitted = useUp(table, UnitKind.WRITE, ResourceThroughputTest::spread);
    assertThat(admitted).isEqualTo(new Admitted(40_000, LimitType.ACCOUNT_LIMIT));
  }

  @Test
  void a_maximum_limits_an_on_demand_table_until_it_is_removed() {
    var table = ResourceThroughput.onDemand(now);
    table.setMaximum(new Maximum(OptionalDouble.empty(), OptionalDouble.of(7)), now);
    assertThat(useUp(table, UnitKind.WRITE))
        .isEqualTo(new Admitted(7, LimitType.MAXIMUM_THROUGHPUT));
    assertThat(useUp(table, UnitKind.READ))
        .isEqualTo(new Admitted(3000, LimitType.KEY_RANGE_THROUGHPUT));
    now += 2 * SECOND;
    assertThat(useUp(table, UnitKind.WRITE).requests).as("saved for two seconds").isEqualTo(14);
    table.setMaximum(Maximum.NONE, now);
    assertThat(useUp(table, UnitKind.WRITE).limit).isEqualTo(LimitType.KEY_RANGE_THROUGHPUT);
  }

  @Test
  void a_partition_that_stays_hot_is_split_between_its_keys() {
    var table = provisioned(9000, 3000, now);
    int before = table.partitions();
    IntFunction<KeyPosition> twoKeys = request -> KeyPosition.ofHash(request % 2 == 0 ? 1 : 2);
    for (int second = 0; second <= 600; second++, now += SECOND) {
      assertThat(useUp(table, UnitKind.WRITE, twoKeys).requests).isEqualTo(1000);
    }
    assertThat(table.partitions()).isEqualTo(before + 1);
    assertThat(useUp(table, UnitKind.WRITE, twoKeys).requests).isBetween(1999, 2000);
  }

  @Test
  void one_partition_key_is_split_between_its_sort_keys() {
    var table = provisioned(9000, 3000, now);
    IntFunction<KeyPosition> sorts = request -> new KeyPosition(5, request % 2 == 0 ? 100 : 200);
    for (int second = 0; second <= 600; second++, now += SECOND) {
      useUp(table, UnitKind.WRITE, sorts);
    }
    assertThat(useUp(table, UnitKind.WRITE, sorts).requests).isBetween(1999, 2000);
  }

  @Test
  void a_single_item_and_an_increasing_sort_key_cannot_be_split() {
    var single = provisioned(9000, 3000, now);
    var increasing = provisioned(9000, 3000, now);
    int before = single.partitions();
    for (int second = 0; second <= 1300; second++, now += SECOND) {
      long start = second * 2000L;
      assertThat(useUp(single, UnitKind.WRITE).requests).isEqualTo(1000);
      assertThat(
              useUp(increasing, UnitKind.WRITE, request -> new KeyPosition(5, start + request))
                  .requests)
          .isEqualTo(1000);
    }
    assertThat(single.partitions()).isEqualTo(before);
    assertThat(increasing.partitions()).isEqualTo(before);
  }

  @Test
  void the_reasons_have_dynamodbs_names() {
    assertThat(LimitType.KEY_RANGE_THROUGHPUT.reason(true, UnitKind.WRITE))
        .isEqualTo("IndexWriteKeyRangeThroughputExceeded");
    assertThat(LimitType.ACCOUNT_LIMIT.reason(false, UnitKind.READ))
        .isEqualTo("TableReadAccountLimitExceeded");
  }
}
