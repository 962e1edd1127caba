package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Everything in a history about one chat, in the order of its lines. */
final class ChatRecord {
  /** How a client identifies an entry. */
  record Name(String sender, String clientMessageId) {
    @Override
    public String toString() {
      return sender + "'s " + clientMessageId;
    }
  }

  /**
   * An entry that a client received.
   *
   * @param line its line in the history
   */
  record Given(int line, Timestamp at, String user, String device, SeenEntry entry) {}

  /** A device said that it has everything up to a sequence. */
  record Confirmation(int line, Event.Confirmed event) {}

  final String id;
  final Set<String> firstMembers = new HashSet<>();
  final Map<Name, List<RecordedCall<Event.SendBegun, Event.SendAcked>>> sends =
      new LinkedHashMap<>();
  final List<RecordedCall<Event.PageAsked, Event.PageGiven>> pages = new ArrayList<>();
  final List<RecordedCall<Event.WatermarkAsked, Event.WatermarkGiven>> watermarks =
      new ArrayList<>();
  final List<RecordedCall<Event.ChangeBegun, Event.ChangeDone>> changes = new ArrayList<>();

  /** What the server pushed, by connection. */
  final Map<String, List<Given>> streams = new LinkedHashMap<>();

  /** Pushed entries and entries of pages, in the order received. */
  final List<Given> given = new ArrayList<>();

  final List<Confirmation> confirmations = new ArrayList<>();
  final List<Event.Replica> replicas = new ArrayList<>();
  private Optional<List<SeenEntry>> log = Optional.empty();
  private final Map<Long, SeenEntry> bySequence = new HashMap<>();
  private final Map<Long, List<SeenEntry>> rewritings = new HashMap<>();

  ChatRecord(String id) {
    this.id = id;
  }

  void end(List<SeenEntry> entries) {
    log = Optional.of(entries);
    for (var entry : entries) {
      bySequence.putIfAbsent(entry.sequence(), entry);
      if (entry.isRewriting()) {
        entry
            .target()
            .ifPresent(
                target -> rewritings.computeIfAbsent(target, _ -> new ArrayList<>()).add(entry));
      }
    }
  }

  boolean isComplete() {
    return log.isPresent();
  }

  /** The final log. */
  List<SeenEntry> log() {
    return log.orElseThrow();
  }

  Optional<SeenEntry> stored(long sequence) {
    return Optional.ofNullable(bySequence.get(sequence));
  }

  /** What an entry may contain: the text that was sent, or what edits and deletions made of it. */
  boolean maySay(SeenEntry entry, String content) {
    boolean isSent =
        sends.getOrDefault(name(entry), List.of()).stream()
            .map(RecordedCall::asked)
            .anyMatch(sent -> sent.content().equals(content) && sent.kind().equals(entry.kind()));
    return isSent
        || rewritings.getOrDefault(entry.sequence(), List.of()).stream()
            .anyMatch(change ->
                change.kind().equals(SeenEntry.DELETE)
                    ? content.isEmpty()
                    : change.content().equals(content) || isRewritten(change));
  }

  /** Whether a later entry edits or deletes it. */
  boolean isRewritten(SeenEntry entry) {
    return rewritings.containsKey(entry.sequence());
  }

  long head() {
    return log().stream().mapToLong(SeenEntry::sequence).max().orElse(0);
  }

  static Name name(SeenEntry entry) {
    return new Name(entry.sender(), entry.clientMessageId());
  }

  /** The moment before which the entry cannot have been there, if anybody asked for it. */
  Optional<Timestamp> begun(SeenEntry entry) {
    return entry.isChange()
        ? changes.stream()
            .filter(change -> isOf(change, entry))
            .map(change -> change.asked().at())
            .findFirst()
        : sends.getOrDefault(name(entry), List.of()).stream()
            .map(send -> send.asked().at())
            .findFirst();
  }

  static boolean isOf(RecordedCall<Event.ChangeBegun, ?> change, SeenEntry entry) {
    return change.asked().kind().equals(entry.kind())
        && entry.member().filter(change.asked().member()::equals).isPresent();
  }
}
