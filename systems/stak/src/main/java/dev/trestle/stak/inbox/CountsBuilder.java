package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.MessageId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Builds new counts from stored ones. For one thread. */
final class CountsBuilder {
  private final Counts stored;
  private long count;
  private long unseen;
  private final Map<String, Long> categories;
  private final Map<MessageId, Snooze> snoozes;
  private List<Mark> marks;
  private long generation;
  private long seenGeneration;
  private long broadcastsSeen;
  private Instant settledAt;
  private Set<String> muted;

  CountsBuilder(Counts stored) {
    this.stored = stored;
    count = stored.count();
    unseen = stored.unseen();
    categories = new HashMap<>(stored.categories());
    snoozes = new HashMap<>(stored.snoozes());
    marks = stored.marks();
    generation = stored.generation();
    seenGeneration = stored.seenGeneration();
    broadcastsSeen = stored.broadcastsSeen();
    settledAt = stored.settledAt();
    muted = stored.muted();
  }

  /** Sets all counts to zero. */
  CountsBuilder clear() {
    count = 0;
    unseen = 0;
    categories.clear();
    return this;
  }

  void add(String category, boolean isUnseen) {
    count++;
    if (isUnseen) unseen++;
    categories.merge(category, 1L, Long::sum);
  }

  void subtract(String category, boolean isUnseen) {
    count--;
    if (isUnseen) unseen--;
    categories.merge(category, -1L, Long::sum);
  }

  /** The snoozes, to be changed. */
  Map<MessageId, Snooze> snoozes() {
    return snoozes;
  }

  CountsBuilder settledAt(Instant time) {
    settledAt = time;
    return this;
  }

  CountsBuilder muted(Set<String> categoriesMuted) {
    muted = categoriesMuted;
    return this;
  }

  /** Starts a new generation with its mark, and drops the marks that this one includes. */
  CountsBuilder mark(MessageId upTo, long broadcasts, Instant at) {
    generation++;
    var kept = new ArrayList<Mark>();
    for (var mark : marks) {
      if (mark.upTo().compareTo(upTo) > 0) kept.add(mark);
    }
    kept.add(new Mark(generation, upTo, broadcasts, at));
    marks = kept;
    return this;
  }

  List<Mark> marks() {
    return marks;
  }

  /** Marks everything seen, broadcasts up to a number included. */
  CountsBuilder seen(long broadcasts) {
    seenGeneration++;
    unseen = 0;
    broadcastsSeen = Math.max(broadcastsSeen, broadcasts);
    return this;
  }

  Counts build(Instant now) {
    categories.values().removeIf(number -> number == 0);
    return new Counts(
        stored.tenant(),
        stored.user(),
        stored.inbox(),
        count,
        Map.copyOf(categories),
        unseen,
        now,
        generation,
        List.copyOf(marks),
        seenGeneration,
        stored.broadcastsMissed(),
        broadcastsSeen,
        settledAt,
        Map.copyOf(snoozes),
        muted,
        stored.version());
  }
}
