package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.WATERMARK_NEVER_BACK;
import static dev.trestle.messenger.history.Rule.WATERMARK_NEVER_PAST;

import dev.trestle.messenger.history.Event.WatermarkAsked;
import dev.trestle.messenger.history.Event.WatermarkGiven;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Watermarks as the server tells them, and as devices claim them. */
final class WatermarkCheck {
  private final ChatRecord chat;
  private final MembershipPeriods stays;
  private final Report report;
  private final SequenceBounds given;

  WatermarkCheck(ChatRecord chat, MembershipPeriods stays, Report report) {
    this.chat = chat;
    this.stays = stays;
    this.report = report;
    this.given = SequenceBounds.given(chat);
  }

  void run() {
    Map<String, List<SequenceBounds.Known>> told = new HashMap<>();
    for (var watermark : chat.watermarks) {
      watermark
          .answer()
          .ifPresent(answer -> {
            past(watermark.asked(), answer);
            moved(watermark.asked(), answer);
            told.computeIfAbsent(watermark.asked().user(), _ -> new ArrayList<>())
                .add(new SequenceBounds.Known(answer.at(), answer.sequence(), "it was"));
          });
    }
    told.forEach((user, known) -> back(user, new SequenceBounds(known)));
    confirmations();
  }

  private void past(WatermarkAsked asked, WatermarkGiven answer) {
    if (answer.sequence() > chat.head()) {
      report.add(
          WATERMARK_NEVER_PAST,
          "%s's watermark was %d, the log ends at %d"
              .formatted(asked.user(), answer.sequence(), chat.head()));
    }
    chat.stored(answer.sequence())
        .flatMap(chat::begun)
        .filter(answer.at()::isBefore)
        .ifPresent(_ ->
            report.add(
                WATERMARK_NEVER_PAST,
                "%s's watermark was %d before anybody had begun to send that entry"
                    .formatted(asked.user(), answer.sequence())));
  }

  /** A move to what exists is a move, or the watermark was further already. */
  private void moved(WatermarkAsked asked, WatermarkGiven answer) {
    asked
        .move()
        .filter(wanted -> wanted > answer.sequence())
        .filter(wanted ->
            given.before(asked.at()).filter(known -> known.sequence() >= wanted).isPresent())
        .ifPresent(wanted ->
            report.add(
                WATERMARK_NEVER_BACK,
                "%s moved the watermark to %d and was told that it is %d"
                    .formatted(asked.user(), wanted, answer.sequence())));
  }

  private void back(String user, SequenceBounds known) {
    for (var watermark : chat.watermarks) {
      var asked = watermark.asked();
      if (!asked.user().equals(user) || watermark.answer().isEmpty()) continue;
      long now = watermark.answer().get().sequence();
      known
          .before(asked.at())
          .filter(former -> former.sequence() > now)
          .ifPresent(former ->
              report.add(
                  WATERMARK_NEVER_BACK,
                  "%s's watermark was %d and later %d".formatted(user, former.sequence(), now)));
    }
  }

  /** A device confirms only what has reached it, without a hole. */
  private void confirmations() {
    var starts = StreamCheck.starts(chat);
    Map<String, Map<Long, Integer>> lines = new HashMap<>();
    for (var given : chat.given) {
      lines
          .computeIfAbsent(given.device(), _ -> new HashMap<>())
          .putIfAbsent(given.entry().sequence(), given.line());
    }
    Map<String, Long> checked = new HashMap<>();
    for (var confirmation : chat.confirmations) {
      var event = confirmation.event();
      var reached = lines.getOrDefault(event.device(), Map.of());
      long after = checked.getOrDefault(event.device(), starts.getOrDefault(event.device(), 0L));
      long owed = stays.firstOwedBelow(event.user(), event.sequence());
      for (long sequence = Math.max(after + 1, owed); sequence <= event.sequence(); sequence++) {
        if (reached.getOrDefault(sequence, Integer.MAX_VALUE) < confirmation.line()) continue;
        report.add(
            WATERMARK_NEVER_PAST,
            "%s confirmed %d before %d had reached it"
                .formatted(event.device(), event.sequence(), sequence));
        break;
      }
      checked.merge(event.device(), event.sequence(), Math::max);
    }
  }
}
