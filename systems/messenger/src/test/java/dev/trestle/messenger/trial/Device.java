package dev.trestle.messenger.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.SeenEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A user's device: keeps a socket to the server, follows the chats, and records everything it
 * requests and receives. Driven by one thread; pushes arrive on others.
 */
final class Device implements DeviceSocket.Owner {
  private static final long PATIENCE_MILLIS = 2500;
  private static final int PAGE = 20;

  /** An error of these kinds means that nothing was done. */
  private static final Set<String> REFUSALS =
      Set.of(
          "NOT_A_MEMBER",
          "FORBIDDEN",
          "VALIDATION_ERROR",
          "NOT_FOUND",
          "CONFLICT",
          "RATE_LIMITED",
          "INVALID_FRAME",
          "UNAUTHORIZED");

  private volatile TrialUser person;
  private final String name;
  private final RestClient rest;
  private final Recorder recorder;
  private final Map<String, Replica> replicas = new ConcurrentHashMap<>();
  private final AtomicInteger lines = new AtomicInteger();
  private final LongAdder acks;
  private volatile Optional<DeviceSocket> line = Optional.empty();

  Device(
      TrialUser person,
      String name,
      List<String> chats,
      RestClient rest,
      Recorder recorder,
      LongAdder acks) {
    this.person = person;
    this.name = name;
    this.rest = rest;
    this.recorder = recorder;
    this.acks = acks;
    chats.forEach(chat -> replicas.put(chat, new Replica(person.id())));
  }

  TrialUser person() {
    return person;
  }

  /** The same person with a new login. */
  void renew(TrialUser again) {
    person = again;
  }

  List<String> chats() {
    return replicas.keySet().stream().sorted().toList();
  }

  Replica replica(String chat) {
    return Objects.requireNonNull(replicas.get(chat));
  }

  boolean isConnected() {
    return line.filter(DeviceSocket::isOpen).isPresent();
  }

  /** Opens a line if there is none. */
  boolean connect() {
    if (isConnected()) return true;
    var id = name + "#" + lines.incrementAndGet();
    // Recorded first, so that early pushes belong to a known connection.
    recorder.record(at -> new Event.Opened(at, id, person.id(), name));
    line = DeviceSocket.open(rest.http(), rest.server(), person.token(), id, this);
    return isConnected();
  }

  @Override
  public void pushed(DeviceSocket from, JsonNode payload) {
    var replica = replicas.get(payload.path("chat_id").asText());
    if (replica == null) return;
    var entry = Replica.entry(payload);
    recorder.record(
        at -> new Event.Received(at, from.id(), payload.path("chat_id").asText(), entry));
    replica.add(entry);
  }

  @Override
  public void closed(DeviceSocket closed) {
    recorder.record(at -> new Event.Closed(at, closed.id()));
  }

  /** Drops the line, as a network does. */
  void cut() {
    line.ifPresent(DeviceSocket::cut);
    line = Optional.empty();
  }

  /** Drops the socket without telling the server. */
  void abandon() {
    line.ifPresent(DeviceSocket::abandon);
    line = Optional.empty();
  }

  /** Fetches one page of missing entries. Returns whether there is more, or empty if it failed. */
  Optional<Boolean> page(String chat) {
    var open = line.filter(DeviceSocket::isOpen);
    if (open.isEmpty()) return Optional.empty();
    var replica = replica(chat);
    long call = recorder.call();
    long after = replica.position();
    recorder.record(at -> new Event.PageAsked(at, call, person.id(), name, chat, after));
    var answer =
        await(
            call,
            open.get()
                .ask(
                    "sync_request",
                    Map.of("chat_id", chat, "after_sequence", after, "limit", PAGE)));
    return answer.map(payload -> {
      var entries = new ArrayList<SeenEntry>();
      payload.path("messages").forEach(node -> entries.add(Replica.entry(node)));
      boolean hasMore = payload.path("has_more").asBoolean();
      recorder.record(at -> new Event.PageGiven(at, call, entries, hasMore));
      entries.forEach(replica::add);
      return hasMore;
    });
  }

  /** Catches up with a chat as far as it goes now; false if there was no clear response. */
  boolean catchUp(String chat) {
    long before;
    do {
      before = replica(chat).position();
      wasRefused = false;
      var hasMore = page(chat);
      if (hasMore.isEmpty()) return wasRefused;
      if (!hasMore.get()) return true;
    } while (replica(chat).position() > before);
    return true;
  }

  /** Tries once to send. Returns whether there was a response, even a refusal. */
  boolean send(String chat, String clientMessageId, SeenEntry what) {
    var open = line.filter(DeviceSocket::isOpen);
    if (open.isEmpty()) return false;
    long call = begin(chat, clientMessageId, what);
    var payload = payload(clientMessageId, what);
    payload.put("chat_id", chat);
    return acked(call, await(call, open.get().ask("send_message", payload)));
  }

  /** The same by HTTP. */
  boolean post(String chat, String clientMessageId, SeenEntry what) {
    long call = begin(chat, clientMessageId, what);
    var outcome =
        rest.post("/chats/" + chat + "/messages", payload(clientMessageId, what), person.token());
    return acked(call, answered(call, outcome));
  }

  private long begin(String chat, String id, SeenEntry what) {
    long call = recorder.call();
    recorder.record(
        at -> new Event.SendBegun(at, call, person.id(), chat, id, what.kind(), what.content()));
    return call;
  }

  private static Map<String, Object> payload(String id, SeenEntry what) {
    Map<String, Object> payload =
        new ConcurrentHashMap<>(
            Map.of("client_message_id", id, "content", what.content(), "kind", what.kind()));
    what.target().ifPresent(target -> payload.put("target_sequence", target));
    return payload;
  }

  private boolean acked(long call, Optional<JsonNode> answer) {
    answer.ifPresent(data ->
        recorder.record(at ->
            new Event.SendAcked(
                at, call, data.path("message_id").asText(), data.path("sequence").asLong())));
    if (answer.isPresent()) acks.increment();
    return answer.isPresent() || wasRefused;
  }

  /** Whether the last call was refused. */
  private boolean wasRefused;

  /** Confirms everything up to here. */
  void confirm(String chat) {
    long position = replica(chat).position();
    var open = line.filter(DeviceSocket::isOpen);
    if (open.isEmpty() || position == 0) return;
    recorder.record(at -> new Event.Confirmed(at, person.id(), name, chat, position));
    open.get().say("ack", Map.of("chat_id", chat, "sequence", position));
  }

  void readWatermark(String chat) {
    long call = recorder.call();
    recorder.record(at -> new Event.WatermarkAsked(at, call, person.id(), chat, Optional.empty()));
    watermark(call, rest.get("/delivery-state/" + chat, person.token()));
  }

  void moveWatermark(String chat) {
    long position = replica(chat).position();
    if (position == 0) return;
    long call = recorder.call();
    recorder.record(
        at -> new Event.WatermarkAsked(at, call, person.id(), chat, Optional.of(position)));
    var body = Map.of("last_acked_sequence", position);
    watermark(call, rest.patch("/delivery-state/" + chat, body, person.token()));
  }

  private void watermark(long call, RestClient.Outcome outcome) {
    answered(call, outcome)
        .ifPresent(data ->
            recorder.record(at ->
                new Event.WatermarkGiven(at, call, data.path("last_acked_sequence").asLong())));
  }

  /** Adds or removes a member, which only an owner may do. */
  void change(String chat, String member, String kind) {
    long call = recorder.call();
    recorder.record(at -> new Event.ChangeBegun(at, call, person.id(), chat, member, kind));
    var path = "/chats/" + chat + "/members";
    boolean isJoining = kind.equals(SeenEntry.JOINED);
    var outcome =
        isJoining
            ? rest.post(path, Map.of("user_ids", List.of(member)), person.token())
            : rest.delete(path + "/" + member, person.token());
    var answer = answered(call, outcome);
    if (answer.isEmpty()) return;
    boolean isDone = !isJoining || answer.get().path("added").size() == 1;
    recorder.record(at ->
        isDone ? new Event.ChangeDone(at, call) : new Event.Refused(at, call, "NOTHING_TO_DO"));
  }

  private Optional<JsonNode> answered(long call, RestClient.Outcome outcome) {
    wasRefused = false;
    return switch (outcome) {
      case RestClient.Outcome.Answered(var data) -> Optional.of(data);
      case RestClient.Outcome.Refused(var code) -> {
        wasRefused = true;
        recorder.record(at -> new Event.Refused(at, call, code));
        yield Optional.empty();
      }
      case RestClient.Outcome.Unknown _ -> {
        recorder.record(at -> new Event.Unknown(at, call));
        yield Optional.empty();
      }
    };
  }

  private Optional<JsonNode> await(long call, CompletableFuture<JsonNode> answer) {
    try {
      var frame = answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      if (!frame.path("type").asText().equals("error")) {
        wasRefused = false;
        return Optional.of(frame.path("payload"));
      }
      var code = frame.at("/payload/code").asText();
      return answered(
          call,
          REFUSALS.contains(code)
              ? new RestClient.Outcome.Refused(code)
              : new RestClient.Outcome.Unknown());
    } catch (ExecutionException | TimeoutException _) {
      return answered(call, new RestClient.Outcome.Unknown());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return answered(call, new RestClient.Outcome.Unknown());
    }
  }

  /** Records what it has at the end. */
  void recordReplicas() {
    replicas.forEach((chat, replica) ->
        recorder.record(at -> new Event.Replica(at, person.id(), name, chat, replica.entries())));
  }
}
