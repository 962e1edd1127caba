package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.REMOVAL;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is a member when, as the log has it, and what reached whom. */
final class MembershipCheck {
  /**
   * A time as a member.
   *
   * @param after the sequence of joining; 0 for those of the beginning
   * @param until the sequence of leaving; the entry itself still reaches the member
   * @param begun when somebody first asked for it, unless it was so from the beginning
   */
  private record Stay(long after, long until, Optional<Moment> begun) {
    boolean covers(long sequence, Moment at) {
      return sequence <= until && begun.filter(at::isBefore).isEmpty();
    }
  }

  private final Chat chat;
  private final Report report;
  private final Map<String, List<Stay>> stays = new HashMap<>();

  MembershipCheck(Chat chat, Report report) {
    this.chat = chat;
    this.report = report;
  }

  void run() {
    chat.firstMembers.forEach(
        member -> open(member, new Stay(0, Long.MAX_VALUE, Optional.empty())));
    for (var entry : chat.log()) entry.member().ifPresent(member -> follow(member, entry));
    removalsAreEntries();
    chat.given.forEach(this::reached);
    chat.log().stream().filter(Entry::isSent).forEach(this::written);
    pagesAfterRemoval();
  }

  private void open(String member, Stay stay) {
    stays.computeIfAbsent(member, _ -> new ArrayList<>()).add(stay);
  }

  private Optional<Stay> current(String member) {
    return Optional.ofNullable(stays.get(member))
        .map(List::getLast)
        .filter(stay -> stay.until == Long.MAX_VALUE);
  }

  private void follow(String member, Entry entry) {
    var current = current(member);
    if (entry.kind().equals(Entry.JOINED) && current.isEmpty()) {
      open(member, new Stay(entry.sequence(), Long.MAX_VALUE, begun(member)));
    } else if (entry.kind().equals(Entry.LEFT)) {
      if (current.isEmpty()) {
        report.add(REMOVAL, entry + " is in the log, but " + member + " was no member then");
        return;
      }
      var stay = current.get();
      stays.get(member).removeLast();
      open(member, new Stay(stay.after, entry.sequence(), stay.begun));
    }
  }

  /** The first request to join that is not surely older than the last request to leave. */
  private Optional<Moment> begun(String member) {
    long left = Optional.ofNullable(stays.get(member)).map(List::size).orElse(0);
    var removals =
        chat.changes.stream()
            .map(Call::asked)
            .filter(change -> change.member().equals(member) && change.kind().equals(Entry.LEFT))
            .limit(left)
            .map(Event.ChangeBegun::at)
            .toList();
    return chat.changes.stream()
        .map(Call::asked)
        .filter(change -> change.member().equals(member) && change.kind().equals(Entry.JOINED))
        .map(Event.ChangeBegun::at)
        .filter(at -> removals.isEmpty() || !at.isBefore(removals.getLast()))
        .findFirst();
  }

  private void removalsAreEntries() {
    for (var change : chat.changes) {
      if (!change.asked().kind().equals(Entry.LEFT) || change.answer().isEmpty()) continue;
      if (chat.log().stream().noneMatch(entry -> Chat.isOf(change, entry))) {
        report.add(REMOVAL, change.asked().member() + "'s removal was done and is not in the log");
      }
    }
  }

  private void reached(Chat.Given given) {
    var own = stays.getOrDefault(given.user(), List.of());
    if (own.stream().anyMatch(stay -> stay.covers(given.entry().sequence(), given.at()))) return;
    report.add(
        REMOVAL,
        own.isEmpty()
            ? "%s reached %s, who was never a member".formatted(given.entry(), given.device())
            : "%s reached %s, who was removed at %d"
                .formatted(given.entry(), given.device(), own.getFirst().until));
  }

  /** Membership is checked in the order of the log, so what a removed member sends is refused. */
  private void written(Entry entry) {
    boolean isMember =
        stays.getOrDefault(entry.sender(), List.of()).stream()
            .anyMatch(stay -> stay.after < entry.sequence() && entry.sequence() < stay.until);
    if (!isMember) {
      report.add(REMOVAL, entry + " is in the log, but the sender was no member then");
    }
  }

  private void pagesAfterRemoval() {
    for (var removal : chat.changes) {
      var member = removal.asked().member();
      if (!removal.asked().kind().equals(Entry.LEFT) || removal.answer().isEmpty()) continue;
      for (var page : chat.pages) {
        if (!page.asked().user().equals(member) || page.answer().isEmpty()) continue;
        boolean isBack =
            chat.changes.stream()
                .map(Call::asked)
                .filter(c -> c.member().equals(member) && c.kind().equals(Entry.JOINED))
                .anyMatch(c ->
                    !c.at().isBefore(removal.asked().at())
                        && !page.answer().get().at().isBefore(c.at()));
        if (!isBack && removal.answer().get().at().isBefore(page.asked().at())) {
          report.add(
              REMOVAL,
              "%s was given a page after %d when %s had been removed"
                  .formatted(page.asked().device(), page.asked().after(), member));
        }
      }
    }
  }
}
