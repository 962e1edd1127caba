package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All that a history tells of one chat, in the order of its lines. */
final class Chat {
  /** How a client names an entry. */
  record Name(String sender, String clientMessageId) {
    @Override
    public String toString() {
      return sender + "'s " + clientMessageId;
    }
  }

  /**
   * An entry in somebody's hands.
   *
   * @param line where in the history
   */
  record Given(int line, Moment at, String user, String device, Entry entry) {}

  /** A device said that it has everything up to a sequence. */
  record Confirmation(int line, Event.Confirmed event) {}

  final String id;
  final Set<String> firstMembers = new HashSet<>();
  final Map<Name, List<Call<Event.SendBegun, Event.SendAcked>>> sends = new LinkedHashMap<>();
  final List<Call<Event.PageAsked, Event.PageGiven>> pages = new ArrayList<>();
  final List<Call<Event.WatermarkAsked, Event.WatermarkGiven>> watermarks = new ArrayList<>();
  final List<Call<Event.ChangeBegun, Event.ChangeDone>> changes = new ArrayList<>();

  /** What the server pushed, by connection. */
  final Map<String, List<Given>> streams = new LinkedHashMap<>();

  /** What was pushed and what stood on pages, in the order in which it was given. */
  final List<Given> given = new ArrayList<>();

  final List<Confirmation> confirmations = new ArrayList<>();
  final List<Event.Replica> replicas = new ArrayList<>();
  private Optional<List<Entry>> log = Optional.empty();
  private final Map<Long, Entry> bySequence = new HashMap<>();
  private final Map<Long, List<Entry>> rewritings = new HashMap<>();

  Chat(String id) {
    this.id = id;
  }

  void end(List<Entry> entries) {
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

  /** The log as it stands in the end. */
  List<Entry> log() {
    return log.orElseThrow();
  }

  Optional<Entry> stored(long sequence) {
    return Optional.ofNullable(bySequence.get(sequence));
  }

  /**
   * What an entry may say: what was sent under its name, and what edits and deletions made of it.
   */
  boolean maySay(Entry entry, String content) {
    boolean isSent =
        sends.getOrDefault(name(entry), List.of()).stream()
            .map(Call::asked)
            .anyMatch(sent -> sent.content().equals(content) && sent.kind().equals(entry.kind()));
    return isSent
        || rewritings.getOrDefault(entry.sequence(), List.of()).stream()
            .anyMatch(change ->
                change.kind().equals(Entry.DELETE)
                    ? content.isEmpty()
                    : change.content().equals(content) || isRewritten(change));
  }

  /** Whether a later entry edits or deletes it. */
  boolean isRewritten(Entry entry) {
    return rewritings.containsKey(entry.sequence());
  }

  long head() {
    return log().stream().mapToLong(Entry::sequence).max().orElse(0);
  }

  static Name name(Entry entry) {
    return new Name(entry.sender(), entry.clientMessageId());
  }

  /** The moment before which the entry cannot have been there, if anybody asked for it. */
  Optional<Moment> begun(Entry entry) {
    return entry.isChange()
        ? changes.stream()
            .filter(change -> isOf(change, entry))
            .map(change -> change.asked().at())
            .findFirst()
        : sends.getOrDefault(name(entry), List.of()).stream()
            .map(send -> send.asked().at())
            .findFirst();
  }

  static boolean isOf(Call<Event.ChangeBegun, ?> change, Entry entry) {
    return change.asked().kind().equals(entry.kind())
        && entry.member().filter(change.asked().member()::equals).isPresent();
  }
}
