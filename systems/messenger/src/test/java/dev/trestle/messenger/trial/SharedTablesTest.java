package dev.trestle.messenger.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.messenger.history.Checker;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.Rule;
import dev.trestle.messenger.history.SeenEntry;
import dev.trestle.messenger.history.Violation;
import dev.trestle.messenger.trial.TwoServers.Fault;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two servers keep Messenger's rules though the signals between them are lost or repeated. A server
 * that does not do what makes up for it is detected. Nothing here is left to chance.
 */
class SharedTablesTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Recorder recorder = Recorder.inMemory(Recorder.ownClock("clients"));
  private final LongAdder acks = new LongAdder();
  private final List<AutoCloseable> open = new ArrayList<>();
  private int sent;

  @AfterEach
  void close() throws Exception {
    for (var each : open.reversed()) each.close();
  }

  @Test
  void lost_signals_are_made_up_for() {
    assertThat(violations(Fault.NONE, UnreliableSignals.lost())).isEmpty();
  }

  @Test
  void repeated_signals_change_nothing() {
    assertThat(violations(Fault.NONE, UnreliableSignals.repeated())).isEmpty();
  }

  @Test
  void servers_that_do_not_compare_heads_are_detected() {
    assertThat(violations(Fault.NO_CATCH_UP, UnreliableSignals.lost()))
        .extracting(Violation::rule)
        .contains(Rule.EQUAL_REPLICAS);
  }

  @Test
  void servers_that_remember_memberships_are_detected() {
    assertThat(violations(Fault.REMEMBERED_MEMBERSHIPS, UnreliableSignals.repeated()))
        .extracting(Violation::rule)
        .contains(Rule.REMOVAL);
  }

  @Test
  void servers_that_trust_signals_are_detected() {
    assertThat(violations(Fault.TRUSTED_SIGNALS, UnreliableSignals.repeated()))
        .extracting(Violation::rule)
        .contains(Rule.INCREASING_STREAM);
  }

  /** Ann writes and then removes Cay on one server; Bo and Cay are on the other. */
  private List<Violation> violations(Fault fault, UnreliableSignals signals) {
    var servers = keep(new TwoServers(fault, signals));
    var first = keep(new RestClient(servers.addresses().getFirst(), TIMEOUT));
    var second = keep(new RestClient(servers.addresses().getLast(), TIMEOUT));
    var users =
        List.of(
            first.logIn("+16502000001", "ann"),
            second.logIn("+16502000002", "bo"),
            second.logIn("+16502000003", "cay"));
    var chat = group(first, users);
    var ann = device(users.get(0), "ann", chat, first);
    var bo = device(users.get(1), "bo", chat, second);
    var cay = device(users.get(2), "cay", chat, second);

    // The change feed begins a moment after the servers.
    Await.slowly(
        () -> {
          write(ann, chat);
          return signals.areHandled(chat, 1);
        },
        TIMEOUT);
    ann.change(chat, users.get(2).id(), SeenEntry.LEFT);
    write(ann, chat);
    catchUp(ann, chat);
    long last = ann.replica(chat).position();
    Await.until(() -> signals.areHandled(chat, last), TIMEOUT);
    if (fault != Fault.NO_CATCH_UP) {
      Await.until(() -> bo.replica(chat).position() >= last, TIMEOUT);
      // A response comes after everything that was pushed before.
      catchUp(bo, chat);
    }
    catchUp(ann, chat);
    catchUp(cay, chat);
    for (var device : List.of(ann, bo, cay)) device.recordReplicas();
    recorder.record(at -> new Event.Stored(at, chat, StoredLog.read(servers.client(), chat)));
    return Checker.check(recorder.events());
  }

  private <T extends AutoCloseable> T keep(T part) {
    open.add(part);
    return part;
  }

  private String group(RestClient rest, List<TrialUser> users) {
    var others = users.stream().skip(1).map(TrialUser::id).toList();
    var body = Map.of("type", "group", "name", "trial", "member_ids", others);
    var created = RestClient.must(rest.post("/chats", body, users.getFirst().token()));
    var chat = created.path("chat_id").asText();
    var all = Set.of(users.get(0).id(), users.get(1).id(), users.get(2).id());
    recorder.record(at -> new Event.Created(at, chat, all));
    return chat;
  }

  private Device device(TrialUser user, String name, String chat, RestClient rest) {
    var device = new Device(user, name, List.of(chat), rest, recorder, acks);
    catchUp(device, chat);
    return device;
  }

  private static void catchUp(Device device, String chat) {
    Await.until(() -> device.connect() && device.catchUp(chat), TIMEOUT);
  }

  private void write(Device device, String chat) {
    var name = "m" + sent++;
    var text =
        new SeenEntry(
            0, "", "", "", SeenEntry.TEXT, Optional.empty(), Optional.empty(), "words " + name);
    Await.until(() -> device.send(chat, name, text), TIMEOUT);
  }
}
