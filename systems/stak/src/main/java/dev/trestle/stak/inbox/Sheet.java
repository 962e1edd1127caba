package dev.trestle.stak.inbox;

import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Mark;
import dev.trestle.stak.model.Inboxes.Snooze;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** New counts in the making. For one thread. */
final class Sheet {
  private final Counts from;
  private long count;
  private long unseen;
  private final Map<String, Long> categories;
  private final Map<String, Snooze> snoozes;
  private List<Mark> marks;
  private long generation;
  private long seenGeneration;
  private long publicShown;
  private Instant settled;
  private Set<String> muted;

  Sheet(Counts from) {
    this.from = from;
    count = from.count();
    unseen = from.unseen();
    categories = new HashMap<>(from.categories());
    snoozes = new HashMap<>(from.snoozes());
    marks = from.marks();
    generation = from.generation();
    seenGeneration = from.seenGeneration();
    publicShown = from.publicShown();
    settled = from.settled();
    muted = from.muted();
  }

  /** Counts nothing any more. */
  Sheet clear() {
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

  void take(String category, boolean isUnseen) {
    count--;
    if (isUnseen) unseen--;
    categories.merge(category, -1L, Long::sum);
  }

  Map<String, Snooze> snoozes() {
    return snoozes;
  }

  Sheet settled(Instant at) {
    settled = at;
    return this;
  }

  Sheet muted(Set<String> categoriesMuted) {
    muted = categoriesMuted;
    return this;
  }

  /** A new generation, with what it marks; marks that it includes go. */
  Sheet mark(String upTo, long publicUpTo, Instant at) {
    generation++;
    var kept = new ArrayList<Mark>();
    for (var mark : marks) {
      if (mark.upTo().compareTo(upTo) > 0) kept.add(mark);
    }
    kept.add(new Mark(generation, upTo, publicUpTo, at));
    marks = kept;
    return this;
  }

  List<Mark> marks() {
    return marks;
  }

  Sheet seen(long publicUpTo) {
    seenGeneration++;
    unseen = 0;
    publicShown = Math.max(publicShown, publicUpTo);
    return this;
  }

  Counts counts(Instant now) {
    categories.values().removeIf(number -> number == 0);
    return new Counts(
        from.tenant(),
        from.user(),
        from.inbox(),
        count,
        Map.copyOf(categories),
        unseen,
        now,
        generation,
        List.copyOf(marks),
        seenGeneration,
        from.publicFrom(),
        publicShown,
        settled,
        Map.copyOf(snoozes),
        muted,
        from.version());
  }
}
