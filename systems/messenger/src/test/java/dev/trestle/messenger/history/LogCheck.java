package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.ACKED_IS_KEPT;
import static dev.trestle.messenger.history.Rule.NO_HOLES_IN_THE_LOG;
import static dev.trestle.messenger.history.Rule.ONE_SEQUENCE;
import static dev.trestle.messenger.history.Rule.SENT_BY_SOMEBODY;
import static dev.trestle.messenger.history.Rule.UNIQUE_SEQUENCES;

import dev.trestle.messenger.history.Event.SendAcked;
import dev.trestle.messenger.history.Event.SendBegun;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares the final log with what was sent, acknowledged and received. */
final class LogCheck {
  private final ChatRecord chat;
  private final Report report;

  LogCheck(ChatRecord chat, Report report) {
    this.chat = chat;
    this.report = report;
  }

  void run() {
    chat.sends.forEach(this::acknowledged);
    acknowledgedOnce();
    given();
    chat.log().forEach(this::sentBySomebody);
    storedOnce();
    dense();
  }

  private void acknowledged(
      ChatRecord.Name name, List<RecordedCall<SendBegun, SendAcked>> attempts) {
    var acks = attempts.stream().flatMap(attempt -> attempt.answer().stream()).toList();
    for (var ack : acks) {
      var first = acks.getFirst();
      if (ack.sequence() != first.sequence() || !ack.messageId().equals(first.messageId())) {
        report.add(
            ONE_SEQUENCE,
            "%s was acknowledged as %d (%s) and as %d (%s)"
                .formatted(
                    name, first.sequence(), first.messageId(), ack.sequence(), ack.messageId()));
      }
      kept(name + " was acknowledged as " + ack.sequence(), ack.sequence(), ack.messageId());
    }
  }

  private void kept(String what, long sequence, String messageId) {
    var stored = chat.stored(sequence);
    if (stored.isEmpty()) {
      report.add(ACKED_IS_KEPT, what + " (" + messageId + ") and is not in the log");
    } else if (!stored.get().messageId().equals(messageId)) {
      report.add(UNIQUE_SEQUENCES, what + " (" + messageId + "), the log has " + stored.get());
      if (chat.log().stream().noneMatch(entry -> entry.messageId().equals(messageId))) {
        report.add(ACKED_IS_KEPT, what + " (" + messageId + ") and is not in the log");
      }
    }
  }

  private void acknowledgedOnce() {
    var owners = new HashMap<Long, ChatRecord.Name>();
    chat.sends.forEach((name, attempts) ->
        attempts.stream()
            .flatMap(attempt -> attempt.answer().stream())
            .forEach(ack -> {
              var owner = owners.putIfAbsent(ack.sequence(), name);
              if (owner != null && !owner.equals(name)) {
                report.add(
                    UNIQUE_SEQUENCES,
                    "%d was acknowledged for %s and for %s".formatted(ack.sequence(), owner, name));
              }
            }));
  }

  private void given() {
    Set<SeenEntry> looked = new HashSet<>();
    for (var given : chat.given) {
      var entry = given.entry();
      if (!looked.add(entry)) continue;
      kept(entry + " was given to " + given.device(), entry.sequence(), entry.messageId());
      chat.stored(entry.sequence())
          .filter(stored -> stored.messageId().equals(entry.messageId()))
          .filter(stored ->
              !stored.silent().equals(entry.silent())
                  || (!stored.content().equals(entry.content())
                      && !chat.maySay(entry, entry.content())))
          .ifPresent(stored ->
              report.add(
                  SENT_BY_SOMEBODY,
                  "%s was given to %s with other content than it has in the log"
                      .formatted(entry, given.device())));
    }
  }

  private void sentBySomebody(SeenEntry entry) {
    if (entry.isChange()) {
      boolean isFirst =
          entry.kind().equals(SeenEntry.JOINED)
              && entry.member().filter(chat.firstMembers::contains).isPresent();
      boolean isAsked =
          chat.changes.stream()
              .anyMatch(change -> !change.isRefused() && ChatRecord.isOf(change, entry));
      if (!isFirst && !isAsked) {
        report.add(SENT_BY_SOMEBODY, entry + " is in the log and nobody asked for it");
      }
    } else if (entry.isSent()) {
      var attempts = chat.sends.getOrDefault(ChatRecord.name(entry), List.of());
      if (attempts.isEmpty()) {
        report.add(SENT_BY_SOMEBODY, entry + " is in the log and nobody sent it");
      } else if (attempts.stream().allMatch(RecordedCall::isRefused)) {
        report.add(SENT_BY_SOMEBODY, entry + " is in the log and was refused");
      } else if (!chat.maySay(entry, entry.content())) {
        report.add(SENT_BY_SOMEBODY, entry + " was sent with other content than the log has");
      }
    }
  }

  private void storedOnce() {
    var bySequence = new HashMap<Long, SeenEntry>();
    var byId = new HashMap<String, SeenEntry>();
    var byName = new HashMap<ChatRecord.Name, SeenEntry>();
    for (var entry : chat.log()) {
      var other = bySequence.putIfAbsent(entry.sequence(), entry);
      if (other != null) report.add(UNIQUE_SEQUENCES, "the log has " + other + " and " + entry);
      var same = byId.putIfAbsent(entry.messageId(), entry);
      if (same != null) report.add(UNIQUE_SEQUENCES, "the log has " + same + " and " + entry);
      if (!entry.isSent()) continue;
      var former = byName.putIfAbsent(ChatRecord.name(entry), entry);
      if (former != null) report.add(ONE_SEQUENCE, "the log has " + former + " and " + entry);
    }
  }

  private void dense() {
    long last = 0;
    for (var entry : chat.log()) {
      if (entry.sequence() > last + 1) {
        report.add(
            NO_HOLES_IN_THE_LOG,
            last == 0 ? "it begins with " + entry : "after " + last + " comes " + entry);
      }
      last = Math.max(last, entry.sequence());
    }
  }
}
