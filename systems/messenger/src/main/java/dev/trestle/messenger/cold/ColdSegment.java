package dev.trestle.messenger.cold;

import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.messenger.model.Messages.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A segment that was read.
 *
 * @param entries all of them, ascending
 */
public record ColdSegment(Segment segment, List<Message> entries) {
  public ColdSegment {
    entries = List.copyOf(entries);
  }

  public Optional<Message> entry(long sequence) {
    return has(sequence) ? Optional.of(entries.get(index(sequence))) : Optional.empty();
  }

  /** The entries from this one on, ascending. */
  public List<Message> from(long sequence) {
    return has(sequence) ? entries.subList(index(sequence), entries.size()) : List.of();
  }

  /** The entries up to this one, descending. */
  public List<Message> downFrom(long sequence) {
    return has(sequence) ? entries.subList(0, index(sequence) + 1).reversed() : List.of();
  }

  private boolean has(long sequence) {
    return sequence >= segment.firstSequence() && sequence <= segment.lastSequence();
  }

  private int index(long sequence) {
    return (int) (sequence - segment.firstSequence());
  }

  /** All entries, with another one in the place of the same number. */
  List<Message> replacing(Message changed) {
    var all = new ArrayList<>(entries);
    all.set(index(changed.sequence()), changed);
    return all;
  }
}
