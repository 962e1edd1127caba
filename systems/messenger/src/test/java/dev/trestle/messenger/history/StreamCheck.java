package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.INCREASING_STREAM;
import static dev.trestle.messenger.history.Rule.NO_HOLES_ON_A_DEVICE;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks what a device received on its connections, one by one and together. */
final class StreamCheck {
  private final ChatRecord chat;
  private final MembershipPeriods stays;
  private final Report report;

  StreamCheck(ChatRecord chat, MembershipPeriods stays, Report report) {
    this.chat = chat;
    this.stays = stays;
    this.report = report;
  }

  void run() {
    chat.streams.forEach(this::increasing);
    Map<String, Long> starts = starts(chat);
    Map<String, Set<Long>> devices = new HashMap<>();
    Map<String, String> users = new HashMap<>();
    for (var given : chat.given) {
      users.put(given.device(), given.user());
      devices.computeIfAbsent(given.device(), _ -> new HashSet<>()).add(given.entry().sequence());
    }
    devices.forEach((device, given) ->
        // A removed member could not fetch what was missed before.
        stays
            .current(users.getOrDefault(device, ""))
            .ifPresent(stay ->
                whole(device, Math.max(starts.getOrDefault(device, 0L), stay.from() - 1), given)));
  }

  /** The sequence after which each device began to follow the chat. */
  static Map<String, Long> starts(ChatRecord chat) {
    var starts = new HashMap<String, Long>();
    for (var page : chat.pages) {
      if (page.answer().isEmpty()) continue;
      starts.merge(page.asked().device(), page.asked().after(), Math::min);
    }
    for (var given : chat.given) {
      starts.merge(given.device(), given.entry().sequence() - 1, Math::min);
    }
    return starts;
  }

  private void increasing(String connection, List<ChatRecord.Given> stream) {
    for (int i = 1; i < stream.size(); i++) {
      var former = stream.get(i - 1).entry();
      var next = stream.get(i).entry();
      if (next.sequence() <= former.sequence()) {
        report.add(
            INCREASING_STREAM,
            "connection %s of %s brought %s and then %s"
                .formatted(connection, stream.get(i).device(), former, next));
      }
    }
  }

  private void whole(String device, long start, Set<Long> given) {
    long end = given.stream().mapToLong(Long::longValue).max().orElse(start);
    for (long sequence = start + 1; sequence < end; sequence++) {
      if (given.contains(sequence)) continue;
      chat.stored(sequence)
          .ifPresent(missed ->
              report.add(
                  NO_HOLES_ON_A_DEVICE,
                  "%s was given entries up to %d but never %s, neither pushed nor on a page"
                      .formatted(device, end, missed)));
    }
  }
}
