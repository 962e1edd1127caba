package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.REMOVAL;

import dev.trestle.messenger.history.Event.ChangeBegun;
import dev.trestle.messenger.history.Event.ChangeDone;

/** Checks who was a member when, according to the log, and who received what. */
final class MembershipCheck {
  private final ChatRecord chat;
  private final Report report;
  private final MembershipPeriods stays;

  MembershipCheck(ChatRecord chat, MembershipPeriods stays, Report report) {
    this.chat = chat;
    this.stays = stays;
    this.report = report;
  }

  void run() {
    for (var entry : stays.idleRemovals()) {
      report.add(
          REMOVAL, entry + " is in the log, but " + entry.member().get() + " was no member then");
    }
    removalsAreEntries();
    chat.given.forEach(this::reached);
    chat.log().stream().filter(SeenEntry::isSent).forEach(this::written);
    pagesAfterRemoval();
  }

  private void removalsAreEntries() {
    for (var change : chat.changes) {
      if (!change.asked().kind().equals(SeenEntry.LEFT) || change.answer().isEmpty()) continue;
      if (chat.log().stream().noneMatch(entry -> ChatRecord.isOf(change, entry))) {
        report.add(REMOVAL, change.asked().member() + "'s removal was done and is not in the log");
      }
    }
  }

  private void reached(ChatRecord.Given given) {
    var own = stays.of(given.user());
    if (own.stream().anyMatch(stay -> stay.covers(given.entry().sequence(), given.at()))) return;
    report.add(
        REMOVAL,
        own.isEmpty()
            ? "%s reached %s, who was never a member".formatted(given.entry(), given.device())
            : "%s reached %s, who was removed at %d"
                .formatted(given.entry(), given.device(), own.getFirst().until()));
  }

  /** Membership is checked in the order of the log, so messages of a removed member are refused. */
  private void written(SeenEntry entry) {
    boolean isMember =
        stays.of(entry.sender()).stream()
            .anyMatch(stay -> stay.from() < entry.sequence() && entry.sequence() < stay.until());
    if (!isMember) {
      report.add(REMOVAL, entry + " is in the log, but the sender was no member then");
    }
  }

  private void pagesAfterRemoval() {
    for (var removal : chat.changes) {
      var member = removal.asked().member();
      if (!removal.asked().kind().equals(SeenEntry.LEFT) || removal.answer().isEmpty()) continue;
      for (var page : chat.pages) {
        if (!page.asked().user().equals(member) || page.answer().isEmpty()) continue;
        boolean isBack =
            chat.changes.stream()
                .filter(c -> c.asked().member().equals(member))
                .filter(c -> c.asked().kind().equals(SeenEntry.JOINED))
                .filter(c -> mayEndAfter(c, removal.asked().at()))
                .anyMatch(c -> !page.answer().get().at().isBefore(c.asked().at()));
        if (!isBack && removal.answer().get().at().isBefore(page.asked().at())) {
          report.add(
              REMOVAL,
              "%s was given a page after %d when %s had been removed"
                  .formatted(page.asked().device(), page.asked().after(), member));
        }
      }
    }
  }

  /** A call without a response may be carried out at any time, also after calls that came later. */
  private static boolean mayEndAfter(RecordedCall<ChangeBegun, ChangeDone> call, Timestamp time) {
    if (!call.asked().at().isBefore(time)) return true;
    if (call.isRefused()) return false;
    return call.answer().map(done -> !done.at().isBefore(time)).orElse(true);
  }
}
