package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A history written line by line, in chat "club". Each line happens a little after the previous
 * one. Each user has one device, with the user's name.
 */
final class HistoryScript {
  static final String CHAT = "club";
  private static final long STEP_NANOS = 1_000_000;

  private long nanos;
  private final Recorder recorder =
      Recorder.inMemory(() -> new Timestamp("test", nanos += STEP_NANOS, nanos / 1000));
  private int connections;

  static HistoryScript of(String... members) {
    var story = new HistoryScript();
    story.recorder.record(at -> new Event.Created(at, CHAT, Set.of(members)));
    return story;
  }

  static SeenEntry text(long sequence, String sender, String name) {
    return new SeenEntry(
        sequence,
        "msg_" + name,
        sender,
        name,
        SeenEntry.TEXT,
        Optional.empty(),
        Optional.empty(),
        "this is " + name);
  }

  /** An entry about another; a deletion says nothing. */
  static SeenEntry about(long sequence, String sender, String name, String kind, long target) {
    var words = kind.equals(SeenEntry.DELETE) ? "" : "now " + name;
    return new SeenEntry(
        sequence, "msg_" + name, sender, name, kind, Optional.empty(), Optional.of(target), words);
  }

  static SeenEntry left(long sequence, String member) {
    return new SeenEntry(
        sequence,
        "msg_" + sequence,
        "ann",
        "",
        SeenEntry.LEFT,
        Optional.of(member),
        Optional.empty(),
        "");
  }

  static SeenEntry joined(long sequence, String member) {
    return new SeenEntry(
        sequence,
        "msg_" + sequence,
        "ann",
        "",
        SeenEntry.JOINED,
        Optional.of(member),
        Optional.empty(),
        "");
  }

  long begins(String sender, String name) {
    long call = recorder.call();
    recorder.record(
        at -> new Event.SendBegun(at, call, sender, CHAT, name, SeenEntry.TEXT, "this is " + name));
    return call;
  }

  /** From beginning to acknowledgement, of an entry that is more than a text. */
  SeenEntry sends(SeenEntry entry) {
    long call = recorder.call();
    recorder.record(at ->
        new Event.SendBegun(
            at,
            call,
            entry.sender(),
            CHAT,
            entry.clientMessageId(),
            entry.kind(),
            entry.content()));
    acked(call, entry);
    return entry;
  }

  void acked(long call, SeenEntry entry) {
    recorder.record(at -> new Event.SendAcked(at, call, entry.messageId(), entry.sequence()));
  }

  /** From beginning to acknowledgement. */
  SeenEntry sends(String sender, String name, long sequence) {
    var entry = text(sequence, sender, name);
    acked(begins(sender, name), entry);
    return entry;
  }

  void unknown(long call) {
    recorder.record(at -> new Event.Unknown(at, call));
  }

  void refused(long call) {
    recorder.record(at -> new Event.Refused(at, call, "FORBIDDEN"));
  }

  String connects(String user) {
    var connection = "c" + ++connections;
    recorder.record(at -> new Event.Opened(at, connection, user, user));
    return connection;
  }

  void receives(String connection, SeenEntry... entries) {
    for (var entry : entries) {
      recorder.record(at -> new Event.Received(at, connection, CHAT, entry));
    }
  }

  /** A last page after a sequence. */
  void syncs(String user, long after, SeenEntry... entries) {
    long call = recorder.call();
    recorder.record(at -> new Event.PageAsked(at, call, user, user, CHAT, after));
    recorder.record(at -> new Event.PageGiven(at, call, List.of(entries), false));
  }

  void confirms(String user, long sequence) {
    recorder.record(at -> new Event.Confirmed(at, user, user, CHAT, sequence));
  }

  void watermark(String user, long sequence) {
    long call = recorder.call();
    recorder.record(at -> new Event.WatermarkAsked(at, call, user, CHAT, Optional.empty()));
    recorder.record(at -> new Event.WatermarkGiven(at, call, sequence));
  }

  void moves(String user, long wanted, long told) {
    long call = recorder.call();
    recorder.record(at -> new Event.WatermarkAsked(at, call, user, CHAT, Optional.of(wanted)));
    recorder.record(at -> new Event.WatermarkGiven(at, call, told));
  }

  void removes(String member) {
    changes(member, SeenEntry.LEFT);
  }

  void adds(String member) {
    changes(member, SeenEntry.JOINED);
  }

  /** Whoever asks gets no response, and does not know whether it is done. */
  void addsWithoutResponse(String member) {
    long call = recorder.call();
    recorder.record(at -> new Event.ChangeBegun(at, call, "ann", CHAT, member, SeenEntry.JOINED));
    recorder.record(at -> new Event.Unknown(at, call));
  }

  private void changes(String member, String kind) {
    long call = recorder.call();
    recorder.record(at -> new Event.ChangeBegun(at, call, "ann", CHAT, member, kind));
    recorder.record(at -> new Event.ChangeDone(at, call));
  }

  void stored(SeenEntry... entries) {
    recorder.record(at -> new Event.Stored(at, CHAT, List.of(entries)));
  }

  void replica(String user, SeenEntry... entries) {
    recorder.record(at -> new Event.Replica(at, user, user, CHAT, List.of(entries)));
  }

  List<Event> events() {
    return recorder.events();
  }

  /** The checker's findings in printed form. */
  List<String> findings(Rule... expected) {
    var found = new ArrayList<>(Checker.check(events()));
    var rules = Arrays.asList(expected);
    return found.stream()
        .filter(violation -> rules.isEmpty() || rules.contains(violation.rule()))
        .map(Violation::toString)
        .toList();
  }
}
