package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Chains that fit into memory only in several passes find what is missing, and nothing else. */
class ChangeChainsTest {
  private static final int ITEMS = 20_000;
  private static final int CHANGES = 60_000;
  private static final long LITTLE_MEMORY = 1;
  private static final long ENOUGH_MEMORY = 1 << 20;

  private record Change(int item, ImageState before, ImageState after) {}

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final List<Change> log = new ArrayList<>();
  private final Map<Integer, byte[]> items = new HashMap<>();
  private int passes;

  private void fillLog() {
    for (int i = 0; i < CHANGES; i++) {
      int item = random.nextInt(ITEMS);
      var before = items.get(item);
      if (before != null && random.nextInt(4) == 0) items.remove(item);
      else items.put(item, key(i));
      log.add(new Change(item, state(before), state(items.get(item))));
    }
  }

  private static ImageState state(byte @Nullable [] value) {
    return value == null ? ImageState.ABSENT : ImageState.of(value);
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private ChangeChains verify(long memory) {
    var chains = new ChangeChains(memory);
    passes = 0;
    do {
      passes++;
      for (var change : log) chains.change(key(change.item()), change.before(), change.after());
      items.forEach((item, value) -> chains.item(key(item), value));
      chains.compared();
    } while (chains.next());
    return chains;
  }

  private boolean isLastOfItsItem(int index) {
    return log.subList(index + 1, log.size()).stream()
        .noneMatch(change -> change.item() == log.get(index).item());
  }

  @Test
  void a_log_without_holes_has_none_in_any_number_of_passes() {
    fillLog();
    var one = verify(ENOUGH_MEMORY);
    assertThat(passes).isEqualTo(1);
    assertThat(one.holes() + one.different()).as("seed %s", seed).isZero();
    var several = verify(LITTLE_MEMORY);
    assertThat(passes).isGreaterThan(ITEMS / 1000);
    assertThat(several.holes() + several.different()).as("seed %s", seed).isZero();
  }

  @Test
  void each_missing_change_is_found_in_the_pass_of_its_item() {
    fillLog();
    for (int i = 0; i < 5; i++) {
      int lost = CHANGES / 2 + random.nextInt(CHANGES / 2);
      boolean wasLast = isLastOfItsItem(lost);
      boolean wasFirst =
          log.subList(0, lost).stream().noneMatch(change -> change.item() == log.get(lost).item());
      var change = log.remove(lost);
      var found = verify(LITTLE_MEMORY);
      // Nothing is known about an item that has no change at all.
      int holes = wasFirst || wasLast ? 0 : 1;
      int different = wasLast && !wasFirst ? 1 : 0;
      assertThat(found.holes()).as("seed %s", seed).isEqualTo(holes);
      assertThat(found.different()).as("seed %s", seed).isEqualTo(different);
      log.add(lost, change);
    }
  }
}
