package dev.trestle.engine.stream;

import dev.trestle.item.KeyHash;
import java.time.Instant;

/** A change with its position in a stream. */
public record StreamRecord(int streamId, long number, Instant time, ItemChange change) {
  public String sequenceNumber() {
    return SequenceNumber.text(number);
  }

  /** Returns 32 hexadecimal digits that are the same whenever the record is read. */
  public String eventId() {
    var bytes = LogBytes.ofLong(number);
    long high = KeyHash.of(LogBytes.ofLong(streamId ^ number << Integer.SIZE), 0, Long.BYTES);
    return String.format("%016x%016x", high, KeyHash.of(bytes, 0, Long.BYTES));
  }
}
