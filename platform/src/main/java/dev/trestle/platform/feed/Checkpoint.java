package dev.trestle.platform.feed;

import java.time.Instant;
import java.util.Optional;

/** A place in a shard, as it is written down. */
sealed interface Checkpoint {
  /** From the first change at or behind this time, looked for from the oldest on. */
  record Since(Instant time) implements Checkpoint {}

  /** Behind the change with this sequence number. */
  record Behind(String sequenceNumber) implements Checkpoint {}

  /** The oldest change that is kept. */
  static Checkpoint horizon() {
    return new Since(Instant.EPOCH);
  }

  static Checkpoint parse(Optional<String> text) {
    if (text.isEmpty()) return horizon();
    var rest = text.get().substring(2);
    return text.get().startsWith("t#")
        ? new Since(Instant.ofEpochMilli(Long.parseLong(rest)))
        : new Behind(rest);
  }

  default String text() {
    return switch (this) {
      case Since(var time) -> "t#" + time.toEpochMilli();
      case Behind(var number) -> "n#" + number;
    };
  }
}
