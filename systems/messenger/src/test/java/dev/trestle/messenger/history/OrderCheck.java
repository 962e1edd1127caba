package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.REAL_TIME_ORDER;
import static dev.trestle.messenger.history.Rule.SENT_BY_SOMEBODY;
import static dev.trestle.messenger.history.Rule.STABLE_PREFIX;

import dev.trestle.messenger.history.Event.PageAsked;
import dev.trestle.messenger.history.Event.PageGiven;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that later entries come after earlier ones, for readers and for senders. */
final class OrderCheck {
  private final ChatRecord chat;
  private final MembershipPeriods stays;
  private final Report report;
  private final SequenceBounds given;

  /** It is not known when former members were members. */
  private final Set<String> leavers;

  OrderCheck(ChatRecord chat, MembershipPeriods stays, Report report) {
    this.chat = chat;
    this.stays = stays;
    this.report = report;
    this.given = SequenceBounds.given(chat);
    this.leavers =
        chat.log().stream()
            .filter(entry -> entry.kind().equals(SeenEntry.LEFT))
            .flatMap(entry -> entry.member().stream())
            .collect(Collectors.toSet());
  }

  void run() {
    for (var page : chat.pages) page.answer().ifPresent(answer -> page(page.asked(), answer));
    chat.log().forEach(this::appearedLate);
    seenTooEarly();
    realTime();
  }

  private void page(PageAsked asked, PageGiven answer) {
    var sequences = answer.entries().stream().map(SeenEntry::sequence).collect(Collectors.toSet());
    long last = asked.after();
    for (var entry : answer.entries()) {
      if (entry.sequence() <= last) {
        report.add(
            STABLE_PREFIX,
            "the page after %d for %s is out of order at %s"
                .formatted(asked.after(), asked.device(), entry));
      }
      last = Math.max(last, entry.sequence());
    }
    long owed = Math.max(asked.after() + 1, stays.firstOwedBelow(asked.user(), last));
    for (long sequence = owed; sequence < last; sequence++) {
      if (sequences.contains(sequence)) continue;
      long end = last;
      chat.stored(sequence)
          .ifPresent(missed ->
              report.add(
                  STABLE_PREFIX,
                  "%s was given a page after %d up to %d without %s, which appeared later"
                      .formatted(asked.device(), asked.after(), end, missed)));
    }
    if (!answer.hasMore()) endsTooEarly(asked, last);
  }

  /** Pages are consistent reads, so what anybody was given before is on them. */
  private void endsTooEarly(PageAsked asked, long last) {
    if (leavers.contains(asked.user())) return;
    given
        .before(asked.at())
        .filter(known -> known.sequence() > last)
        .ifPresent(known ->
            report.add(
                STABLE_PREFIX,
                "%s asked for what comes after %d and was told that nothing comes after %d, but %s"
                    .formatted(asked.device(), asked.after(), last, known.how() + " before")));
  }

  private void appearedLate(SeenEntry entry) {
    chat.begun(entry)
        .flatMap(given::before)
        .filter(known -> known.sequence() > entry.sequence())
        .ifPresent(known ->
            report.add(STABLE_PREFIX, known.how() + " before anybody had begun to send " + entry));
  }

  private void seenTooEarly() {
    var looked = new HashSet<Long>();
    for (var seen : chat.given) {
      if (!looked.add(seen.entry().sequence())) continue;
      chat.begun(seen.entry())
          .filter(seen.at()::isBefore)
          .ifPresent(_ ->
              report.add(
                  SENT_BY_SOMEBODY,
                  seen.entry() + " was given to " + seen.device() + " before it was sent"));
    }
  }

  private void realTime() {
    List<SequenceBounds.Known> acks = new ArrayList<>();
    chat.sends.forEach((name, attempts) ->
        attempts.stream()
            .flatMap(attempt -> attempt.answer().stream())
            .forEach(ack ->
                acks.add(
                    new SequenceBounds.Known(
                        ack.at(),
                        ack.sequence(),
                        name + " had been acknowledged as " + ack.sequence()))));
    for (var change : chat.changes) {
      var entries = chat.log().stream().filter(entry -> ChatRecord.isOf(change, entry)).toList();
      // If there are several, it is not known which one this call created.
      if (entries.size() != 1) continue;
      change
          .answer()
          .ifPresent(done ->
              acks.add(
                  new SequenceBounds.Known(
                      done.at(),
                      entries.getFirst().sequence(),
                      entries.getFirst() + " had been acknowledged")));
    }
    var acknowledged = new SequenceBounds(acks);
    for (var entry : chat.log()) {
      chat.begun(entry)
          .flatMap(acknowledged::before)
          .filter(known -> known.sequence() > entry.sequence())
          .ifPresent(known ->
              report.add(
                  REAL_TIME_ORDER,
                  known.how() + " before " + entry + " was begun, which stands before it"));
    }
  }
}
