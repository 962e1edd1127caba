package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Who was a member when, as a chat's log has it. */
final class Stays {
  /**
   * A time as a member.
   *
   * @param from the sequence of joining; 0 for those of the beginning
   * @param until the sequence of leaving, which still reaches the member
   * @param begun when somebody first asked for it, unless it was so from the beginning
   */
  record Stay(long from, long until, Optional<Moment> begun) {
    static final long OPEN = Long.MAX_VALUE;

    /** Whether an entry may have reached the member then. */
    boolean covers(long sequence, Moment at) {
      return sequence <= until && begun.filter(at::isBefore).isEmpty();
    }
  }

  private final Chat chat;
  private final Map<String, List<Stay>> stays = new HashMap<>();

  /** Removals of people who were not there. */
  private final List<Entry> idle = new ArrayList<>();

  private Stays(Chat chat) {
    this.chat = chat;
  }

  static Stays of(Chat chat) {
    var stays = new Stays(chat);
    chat.firstMembers.forEach(
        member -> stays.open(member, new Stay(0, Stay.OPEN, Optional.empty())));
    for (var entry : chat.log()) {
      if (entry.isChange()) entry.member().ifPresent(member -> stays.follow(member, entry));
    }
    return stays;
  }

  List<Stay> of(String member) {
    return stays.getOrDefault(member, List.of());
  }

  List<Entry> idleRemovals() {
    return idle;
  }

  /** The stay that has not ended. */
  Optional<Stay> current(String member) {
    var own = of(member);
    return own.isEmpty()
        ? Optional.empty()
        : Optional.of(own.getLast()).filter(stay -> stay.until == Stay.OPEN);
  }

  /**
   * Whoever joins is shown the log from there on, and not what happened before or between: the
   * first sequence that somebody who has this one must have as well.
   */
  long firstOwedBelow(String member, long sequence) {
    return of(member).stream()
        .mapToLong(Stay::from)
        .filter(from -> from <= sequence)
        .max()
        .orElse(0);
  }

  private void open(String member, Stay stay) {
    stays.computeIfAbsent(member, _ -> new ArrayList<>()).add(stay);
  }

  private void follow(String member, Entry entry) {
    var current = current(member);
    if (entry.kind().equals(Entry.JOINED)) {
      if (current.isEmpty()) {
        open(member, new Stay(entry.sequence(), Stay.OPEN, begun(member)));
      }
    } else if (current.isEmpty()) {
      idle.add(entry);
    } else {
      Objects.requireNonNull(stays.get(member)).removeLast();
      open(member, new Stay(current.get().from, entry.sequence(), current.get().begun));
    }
  }

  /** The first request to join that is not surely older than the last request to leave. */
  private Optional<Moment> begun(String member) {
    var removals =
        chat.changes.stream()
            .map(Call::asked)
            .filter(change -> change.member().equals(member) && change.kind().equals(Entry.LEFT))
            .limit(of(member).size())
            .map(Event.ChangeBegun::at)
            .toList();
    return chat.changes.stream()
        .map(Call::asked)
        .filter(change -> change.member().equals(member) && change.kind().equals(Entry.JOINED))
        .map(Event.ChangeBegun::at)
        .filter(at -> removals.isEmpty() || !at.isBefore(removals.getLast()))
        .findFirst();
  }
}
