package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A device of the simulation: at most one connection, and what it was given. */
final class SimulatedDevice {
  private final Recorder out;
  private final String chat;
  final String user;
  private final String device;
  private final TreeMap<Long, Entry> replica = new TreeMap<>();
  private Optional<String> connection = Optional.empty();

  /** The server's side of the connection: what was pushed last, and what is the last to push. */
  private long pushed;

  private long pushedMax = Long.MAX_VALUE;
  private int connections;

  /** Whoever joins again is shown the log from there. */
  private long visibleFrom;

  SimulatedDevice(Recorder out, String chat, String user, String device) {
    this.out = out;
    this.chat = chat;
    this.user = user;
    this.device = device;
  }

  void connect(long head) {
    if (connection.isPresent()) return;
    var opened = device + "#" + ++connections;
    connection = Optional.of(opened);
    pushed = head;
    out.record(at -> new Event.Opened(at, opened, user, device));
  }

  void disconnect() {
    connection.ifPresent(open -> out.record(at -> new Event.Closed(at, open)));
    connection = Optional.empty();
  }

  void push(List<Entry> log) {
    if (connection.isEmpty() || pushed >= Math.min(log.size(), pushedMax)) return;
    var entry = log.get((int) pushed++);
    out.record(at -> new Event.Received(at, connection.get(), chat, entry));
    replica.put(entry.sequence(), entry);
  }

  /** A removed member is pushed the entry that says so, and then nothing until joining again. */
  void membershipChanged(boolean isMember, long sequence) {
    pushedMax = isMember ? Long.MAX_VALUE : sequence;
    if (!isMember) return;
    pushed = Math.max(pushed, sequence - 1);
    visibleFrom = sequence;
  }

  /** Up to where there is no hole since it joined. */
  long position() {
    long position = replica.containsKey(visibleFrom) ? visibleFrom : 0;
    while (replica.containsKey(position + 1)) position++;
    return position;
  }

  void page(List<Entry> log, int size, boolean isMember) {
    long call = out.call();
    long after = position();
    out.record(at -> new Event.PageAsked(at, call, user, device, chat, after));
    if (!isMember) {
      out.record(at -> new Event.Refused(at, call, "NOT_A_MEMBER"));
      return;
    }
    int start = (int) Math.max(after, visibleFrom - 1);
    int end = Math.min(start + size, log.size());
    var entries = new ArrayList<>(log.subList(start, end));
    entries.forEach(entry -> replica.put(entry.sequence(), entry));
    out.record(at -> new Event.PageGiven(at, call, entries, end < log.size()));
  }

  Optional<Long> confirm() {
    long position = position();
    if (connection.isEmpty() || position == 0) return Optional.empty();
    out.record(at -> new Event.Confirmed(at, user, device, chat, position));
    return Optional.of(position);
  }

  void finish() {
    var entries = List.copyOf(replica.values());
    out.record(at -> new Event.Replica(at, user, device, chat, entries));
  }
}
