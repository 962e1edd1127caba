package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Who was a member when, according to a chat's log. */
final class MembershipPeriods {
  /**
   * A period of membership.
   *
   * @param from the sequence of joining; 0 for the first members
   * @param until the sequence of leaving, which the member still receives
   * @param begun when joining was first requested; empty for the first members
   */
  record Stay(long from, long until, Optional<Timestamp> begun) {
    static final long OPEN = Long.MAX_VALUE;

    /** Whether an entry may have reached the member then. */
    boolean covers(long sequence, Timestamp at) {
      return sequence <= until && begun.filter(at::isBefore).isEmpty();
    }
  }

  private final ChatRecord chat;
  private final Map<String, List<Stay>> stays = new HashMap<>();

  /** Removals of people who were not there. */
  private final List<SeenEntry> idle = new ArrayList<>();

  private MembershipPeriods(ChatRecord chat) {
    this.chat = chat;
  }

  static MembershipPeriods of(ChatRecord chat) {
    var stays = new MembershipPeriods(chat);
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

  List<SeenEntry> idleRemovals() {
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
   * A new member sees the log from there on, not what happened before or in between. Returns the
   * first sequence that a user who has this one must have too.
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

  private void follow(String member, SeenEntry entry) {
    var current = current(member);
    if (entry.kind().equals(SeenEntry.JOINED)) {
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
  private Optional<Timestamp> begun(String member) {
    var removals =
        chat.changes.stream()
            .map(RecordedCall::asked)
            .filter(
                change -> change.member().equals(member) && change.kind().equals(SeenEntry.LEFT))
            .limit(of(member).size())
            .map(Event.ChangeBegun::at)
            .toList();
    return chat.changes.stream()
        .map(RecordedCall::asked)
        .filter(change -> change.member().equals(member) && change.kind().equals(SeenEntry.JOINED))
        .map(Event.ChangeBegun::at)
        .filter(at -> removals.isEmpty() || !at.isBefore(removals.getLast()))
        .findFirst();
  }
}
