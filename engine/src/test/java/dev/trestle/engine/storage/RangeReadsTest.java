package dev.trestle.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import dev.trestle.gen.Property;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ranges within a partition leave out files that do not have the partition. Whatever lies in which
 * file or in memory, each range has what a sorted map has.
 */
class RangeReadsTest {
  private static final int STEPS = 1200;
  private static final int PARTITIONS = 40;
  private static final int ROWS = 6;

  @TempDir private Path folder;
  private final long seed = Property.seed();
  private final SplittableRandom random = new SplittableRandom(seed);
  private final TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);

  private Storage open() {
    return Storage.open(
        new StorageOptions(
            Optional.of(folder), Durability.FAST, 1 << 20, new SetClock(), FaultPoints.NONE));
  }

  @ParameterizedTest
  @EnumSource(names = {"ITEMS", "INDEX"})
  void ranges_have_what_was_written_wherever_it_lies(ColumnFamily family) {
    var storage = open();
    try {
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(20)) {
          case 0 -> storage.flush(family);
          case 1 -> deleteRange(storage, family);
          case 2 -> {
            storage.close();
            storage = open();
          }
          default -> write(storage, family);
        }
        compare(storage, family);
        compareOne(storage, family);
      }
    } finally {
      storage.close();
    }
  }

  private void write(Storage storage, ColumnFamily family) {
    var mutation = storage.mutation();
    for (int i = random.nextInt(1, 20); i > 0; i--) {
      var key = key();
      if (random.nextInt(4) == 0) {
        mutation.delete(family, key);
        expected.remove(key);
      } else {
        var value = ByteBuffer.allocate(8).putLong(random.nextLong()).array();
        mutation.put(family, key, value);
        expected.put(key, value);
      }
    }
    storage.commit(mutation);
  }

  private void deleteRange(Storage storage, ColumnFamily family) {
    var range = range();
    storage.commit(storage.mutation().deleteRange(family, range.getFirst(), range.getLast()));
    expected.subMap(range.getFirst(), range.getLast()).clear();
  }

  private void compare(Storage storage, ColumnFamily family) {
    for (boolean isReverse : List.of(false, true)) {
      var range = range();
      var inside = expected.subMap(range.getFirst(), range.getLast());
      var wanted = new ArrayList<String>();
      (isReverse ? inside.reversed() : inside).forEach((key, value) -> wanted.add(hex(key, value)));
      var found = new ArrayList<String>();
      try (var entries = storage.range(family, range.getFirst(), range.getLast(), isReverse)) {
        while (entries.next()) found.add(hex(entries.key(), entries.value()));
      }
      assertThat(found).as("seed %d", seed).isEqualTo(wanted);
    }
  }

  private void compareOne(Storage storage, ColumnFamily family) {
    var key = key();
    assertThat(storage.get(family, key)).as("seed %d", seed).isEqualTo(expected.get(key));
  }

  private static String hex(byte[] key, byte[] value) {
    return HexFormat.of().formatHex(key) + "=" + HexFormat.of().formatHex(value);
  }

  /** A key like those of items: an id, a hash, and what distinguishes items. */
  private byte[] key() {
    return key(random.nextInt(PARTITIONS), random.nextInt(ROWS));
  }

  private static byte[] key(int partition, int row) {
    return ByteBuffer.allocate(13)
        .putInt(partition % 3)
        .putLong(partition * 0x9E3779B97F4A7C15L)
        .put((byte) row)
        .array();
  }

  /** Two keys in order: of one partition, or any; whole keys, or the beginnings of some. */
  private List<byte[]> range() {
    var first = key();
    var second = random.nextBoolean() ? key() : first.clone();
    if (random.nextBoolean()) second[12] = (byte) random.nextInt(ROWS + 1);
    if (random.nextInt(4) == 0) first = Arrays.copyOf(first, random.nextInt(1, 13));
    if (random.nextInt(8) == 0) second = Arrays.copyOf(second, random.nextInt(1, 13));
    return Arrays.compareUnsigned(first, second) <= 0
        ? List.of(first, second)
        : List.of(second, first);
  }
}
