package dev.trestle.messenger.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A simulated device: at most one connection, and the entries it received. */
final class SimulatedDevice {
  private final Recorder out;
  private final String chat;
  final String user;
  private final String device;
  private final TreeMap<Long, SeenEntry> replica = new TreeMap<>();
  private Optional<String> connection = Optional.empty();

  /** The server's side of the connection: the last entry pushed, and the last one to push. */
  private long pushed;

  private long pushedMax = Long.MAX_VALUE;
  private int connections;

  /** A user who joins again sees the log from there. */
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

  void push(List<SeenEntry> log) {
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

  void page(List<SeenEntry> log, int size, boolean isMember) {
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
