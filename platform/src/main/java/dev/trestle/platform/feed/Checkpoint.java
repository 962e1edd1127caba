package dev.trestle.platform.feed;

import java.time.Instant;
import java.util.Optional;

/** A position in a shard, as stored with its lease. */
sealed interface Checkpoint {
  /** From the first change at or after this time. */
  record Since(Instant time) implements Checkpoint {}

  /** After the change with this sequence number. */
  record After(String sequenceNumber) implements Checkpoint {}

  /** The oldest change that the stream keeps. */
  static Checkpoint horizon() {
    return new Since(Instant.EPOCH);
  }

  static Checkpoint parse(Optional<String> text) {
    if (text.isEmpty()) return horizon();
    var rest = text.get().substring(2);
    return text.get().startsWith("t#")
        ? new Since(Instant.ofEpochMilli(Long.parseLong(rest)))
        : new After(rest);
  }

  default String text() {
    return switch (this) {
      case Since(var time) -> "t#" + time.toEpochMilli();
      case After(var number) -> "n#" + number;
    };
  }
}
