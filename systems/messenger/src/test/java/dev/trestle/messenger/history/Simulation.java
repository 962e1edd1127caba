package dev.trestle.messenger.history;

import dev.trestle.gen.Gen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A messenger without machines: one log, and users whose actions are chosen by a list of numbers.
 * What it records is correct by construction, whatever is lost, retried, interrupted or delayed.
 */
final class Simulation {
  /** The next action. The numbers choose among what is possible. */
  record Step(int kind, int who, int which) {}

  private static final int PEOPLE = 4;
  private static final int PAGE = 3;
  private static final String CHAT = "club";
  private static final String OWNER = "p0";

  private enum Fate {
    UNDECIDED,
    DONE,
    DENIED
  }

  private static final class Pending {
    final long call;
    final String user;
    final String name;

    /** The content of an entry, without its sequence. */
    final SeenEntry draft;

    Fate fate = Fate.UNDECIDED;
    boolean isAnswered;

    Pending(long call, SeenEntry draft) {
      this.call = call;
      this.user = draft.sender();
      this.name = draft.clientMessageId();
      this.draft = draft;
    }
  }

  private long nanos;
  private final Recorder out =
      Recorder.inMemory(() -> new Timestamp("test", nanos += 1000, nanos / 1000));
  private final List<SeenEntry> log = new ArrayList<>();
  private final Map<String, SeenEntry> byName = new HashMap<>();
  private final Set<String> members = new LinkedHashSet<>();
  private final List<Pending> pending = new ArrayList<>();
  private final List<SeenEntry> retriable = new ArrayList<>();
  private final List<SimulatedDevice> devices = new ArrayList<>();
  private final Map<String, Long> watermarks = new HashMap<>();
  private int names;

  /** Generates histories with this many steps. */
  static Gen<List<Event>> histories(int min, int max) {
    Gen<Step> steps =
        choices -> new Step(choices.oneOf(22), choices.oneOf(PEOPLE), choices.oneOf(100));
    return steps.list(min, max).map(Simulation::run);
  }

  static List<Event> run(List<Step> steps) {
    var simulation = new Simulation();
    simulation.begin();
    steps.forEach(simulation::step);
    simulation.end();
    return simulation.out.events();
  }

  private void begin() {
    for (int i = 0; i < PEOPLE; i++) {
      members.add("p" + i);
      devices.add(new SimulatedDevice(out, CHAT, "p" + i, "p" + i + ".phone"));
    }
    devices.add(new SimulatedDevice(out, CHAT, "p1", "p1.desk"));
    out.record(at -> new Event.Created(at, CHAT, Set.copyOf(members)));
  }

  private void step(Step step) {
    var user = "p" + step.who;
    var device = devices.get(step.which % devices.size());
    switch (step.kind) {
      case 0, 1 -> send(draft(user, SeenEntry.TEXT, Optional.empty()));
      case 20, 21 -> sendAbout(user, step.which);
      case 2, 3 -> pick(step.which).ifPresent(this::decide);
      case 4, 5 -> pick(step.which).ifPresent(this::answer);
      case 6 -> pick(step.which).ifPresent(this::lose);
      case 7 -> retry(step.which);
      case 8, 19 -> device.connect(log.size());
      case 9, 10, 16, 17, 18 -> device.push(log);
      case 11 -> page(device);
      case 12 -> {
        if (step.which < 20) devices.forEach(SimulatedDevice::disconnect);
        else device.disconnect();
      }
      case 13 ->
          device.confirm().ifPresent(reached -> watermarks.merge(device.user, reached, Math::max));
      case 14 -> watermark(user, device, step.which);
      default -> change("p" + (1 + step.which % (PEOPLE - 1)), step.which);
    }
  }

  private Optional<Pending> pick(int which) {
    return pending.isEmpty() ? Optional.empty() : Optional.of(pending.get(which % pending.size()));
  }

  private SeenEntry draft(String user, String kind, Optional<Long> target) {
    var name = "m" + names++;
    var words = kind.equals(SeenEntry.DELETE) ? "" : kind + " of " + name;
    return new SeenEntry(0, "msg_" + name, user, name, kind, Optional.empty(), target, words);
  }

  private void send(SeenEntry draft) {
    long call = out.call();
    out.record(at ->
        new Event.SendBegun(
            at,
            call,
            draft.sender(),
            CHAT,
            draft.clientMessageId(),
            draft.kind(),
            draft.content()));
    pending.add(new Pending(call, draft));
  }

  /** Edits or deletes a text of one's own, or reacts to one of anybody's. */
  private void sendAbout(String user, int which) {
    var texts = log.stream().filter(entry -> entry.kind().equals(SeenEntry.TEXT)).toList();
    if (texts.isEmpty()) return;
    var text = texts.get(which % texts.size());
    var kind =
        !text.sender().equals(user)
            ? SeenEntry.REACTION
            : which % 2 == 0 ? SeenEntry.DELETE : SeenEntry.EDIT;
    send(draft(user, kind, Optional.of(text.sequence())));
  }

  private void decide(Pending send) {
    if (send.fate != Fate.UNDECIDED) return;
    boolean isNew = !byName.containsKey(send.name);
    if (isNew && (!members.contains(send.user) || isDeleted(send.draft.target()))) {
      send.fate = Fate.DENIED;
      return;
    }
    if (isNew) byName.put(send.name, append(numbered(send.draft)));
    send.fate = Fate.DONE;
    if (send.isAnswered) pending.remove(send);
  }

  private SeenEntry numbered(SeenEntry draft) {
    return new SeenEntry(
        head() + 1,
        draft.messageId(),
        draft.sender(),
        draft.clientMessageId(),
        draft.kind(),
        draft.member(),
        draft.target(),
        draft.content());
  }

  private boolean isDeleted(Optional<Long> target) {
    return target.isPresent()
        && log.stream()
            .anyMatch(
                entry -> entry.kind().equals(SeenEntry.DELETE) && entry.target().equals(target));
  }

  private SeenEntry append(SeenEntry entry) {
    log.add(entry);
    if (entry.isRewriting()) {
      int target = Math.toIntExact(entry.target().orElseThrow() - 1);
      log.set(target, log.get(target).saying(entry.content()));
    }
    return entry;
  }

  private long head() {
    return log.size();
  }

  private void answer(Pending send) {
    if (send.isAnswered || send.fate == Fate.UNDECIDED) return;
    pending.remove(send);
    if (send.fate == Fate.DENIED) {
      out.record(at -> new Event.Refused(at, send.call, "NOT_A_MEMBER"));
    } else {
      var entry = Objects.requireNonNull(byName.get(send.name));
      out.record(at -> new Event.SendAcked(at, send.call, entry.messageId(), entry.sequence()));
    }
  }

  /** The sender gives up waiting; the request may still be under way. */
  private void lose(Pending send) {
    if (send.isAnswered) return;
    send.isAnswered = true;
    retriable.add(send.draft);
    out.record(at -> new Event.Unknown(at, send.call));
    if (send.fate != Fate.UNDECIDED) pending.remove(send);
  }

  private void retry(int which) {
    if (retriable.isEmpty()) return;
    send(retriable.remove(which % retriable.size()));
  }

  private void page(SimulatedDevice device) {
    device.page(log, PAGE, members.contains(device.user));
  }

  private void watermark(String user, SimulatedDevice device, int which) {
    long call = out.call();
    if (which % 2 == 0) {
      out.record(at -> new Event.WatermarkAsked(at, call, user, CHAT, Optional.empty()));
      out.record(at -> new Event.WatermarkGiven(at, call, watermarks.getOrDefault(user, 0L)));
    } else {
      long wanted = device.position();
      out.record(at -> new Event.WatermarkAsked(at, call, device.user, CHAT, Optional.of(wanted)));
      long kept = watermarks.merge(device.user, wanted, Math::max);
      out.record(at -> new Event.WatermarkGiven(at, call, kept));
    }
  }

  private void change(String member, int which) {
    boolean leaves = members.contains(member);
    // Most of the time most people are in.
    if (leaves && which % 3 != 0) return;
    var kind = leaves ? SeenEntry.LEFT : SeenEntry.JOINED;
    long call = out.call();
    out.record(at -> new Event.ChangeBegun(at, call, OWNER, CHAT, member, kind));
    long next = head() + 1;
    append(
        new SeenEntry(
            next, "msg_c" + next, OWNER, "", kind, Optional.of(member), Optional.empty(), ""));
    if (leaves) members.remove(member);
    else members.add(member);
    devices.stream()
        .filter(device -> device.user.equals(member))
        .forEach(device -> device.membershipChanged(!leaves, next));
    if (which % 5 == 0) out.record(at -> new Event.Unknown(at, call));
    else out.record(at -> new Event.ChangeDone(at, call));
  }

  private void end() {
    for (var device : devices) {
      while (members.contains(device.user) && device.position() < head()) page(device);
    }
    out.record(at -> new Event.Stored(at, CHAT, List.copyOf(log)));
    devices.forEach(SimulatedDevice::finish);
  }
}
