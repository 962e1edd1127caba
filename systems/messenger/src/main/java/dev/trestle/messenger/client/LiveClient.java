package dev.trestle.messenger.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who is always there: a socket that is made again when it is lost, chats that are caught
 * up with, entries in order and once, acknowledged, and messages that are sent until they are
 * stored.
 */
public final class LiveClient implements AutoCloseable {
  private static final Duration BACKOFF_MIN = Duration.ofMillis(50);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(10);
  private static final int SYNC = 500;

  /** A message of ours as it was stored. */
  public record Stored(String messageId, String chatId, long sequence) {}

  private record Waiting(String id, Map<String, Object> payload, CompletableFuture<Stored> done) {}

  private final Account account;
  private final Listener listener;
  private final RandomGenerator random;

  /** Guards all below; listeners are told while it is held, so that order is kept. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, ChatState> chats = new HashMap<>();
  private final Map<String, Waiting> unsent = new LinkedHashMap<>();
  private @Nullable Line line;
  private boolean isClosed;
  private int failures;

  public LiveClient(Account account, RandomGenerator random, Listener listener) {
    this.account = account;
    this.random = random;
    this.listener = listener;
  }

  /** Chats of which everything up to here is had already. */
  public LiveClient having(String chatId, long sequence) {
    lock.lock();
    try {
      chats.put(chatId, new ChatState(sequence));
    } finally {
      lock.unlock();
    }
    return this;
  }

  /** Connects, and from then on stays connected. */
  public LiveClient start() {
    Thread.startVirtualThread(this::connect);
    return this;
  }

  private void connect() {
    while (true) {
      var token = account.accessToken();
      try {
        var made = Line.open(account, token, this::frame, this::lost).join();
        lock.lock();
        try {
          if (isClosed) {
            made.close();
          } else {
            line = made;
            failures = 0;
          }
        } finally {
          lock.unlock();
        }
        made.listen();
        return;
      } catch (CompletionException e) {
        if (isRefused(e) && !isRefreshed(token)) return;
      }
      if (!pause()) return;
    }
  }

  private static boolean isRefused(CompletionException e) {
    return e.getCause() instanceof WebSocketHandshakeException refused
        && refused.getResponse().statusCode() == 401;
  }

  private boolean isRefreshed(String token) {
    try {
      account.refresh(token);
      return true;
    } catch (CallFailed failed) {
      listener.disconnected(true);
      return false;
    } catch (RuntimeException unreachable) {
      return true;
    }
  }

  /** Waits a while that grows, by chance more or less, so that not all come back at once. */
  private boolean pause() {
    long most = Math.min(BACKOFF_MAX.toMillis(), BACKOFF_MIN.toMillis() << Math.min(failures, 10));
    failures++;
    try {
      Thread.sleep(1 + random.nextLong(most));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    lock.lock();
    try {
      return !isClosed;
    } finally {
      lock.unlock();
    }
  }

  private void lost(Line lost) {
    lock.lock();
    try {
      if (line != lost) return;
      line = null;
      chats.values().forEach(ChatState::endSync);
      listener.disconnected(isClosed);
      if (isClosed) return;
    } finally {
      lock.unlock();
    }
    Thread.startVirtualThread(() -> {
      if (pause()) connect();
    });
  }

  /** Cuts the connection as a network would: the client finds its way back. */
  public void cut() {
    lock.lock();
    try {
      if (line != null) line.abort();
    } finally {
      lock.unlock();
    }
  }

  private void frame(Line from, String text) {
    lock.lock();
    try {
      if (line != null && line != from) return;
      var frame = Json.tree().readTree(text);
      var payload = frame.path("payload");
      switch (frame.path("type").asText()) {
        case "connection_established" -> established(payload);
        case "message" -> message(payload);
        case "sync_response" -> synced(payload);
        case "send_message_ack" -> acked(payload);
        case "typing_indicator" -> listener.typing(payload);
        case "receipt" -> listener.receipt(payload);
        case "error" -> refused(frame);
        default -> {}
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the server sent what is no frame", e);
    } finally {
      lock.unlock();
    }
  }

  private void established(JsonNode payload) {
    listener.connected(payload.path("connection_id").asText());
    for (var chat : account.get("/chats?limit=100").path("data")) {
      state(chat.path("chat_id").asText());
    }
    chats.forEach((chat, state) -> {
      state.forceSync();
      requestSync(chat, state);
    });
    unsent.values().forEach(waiting -> say("send_message", waiting.id, waiting.payload));
  }

  private ChatState state(String chat) {
    return chats.computeIfAbsent(chat, _ -> new ChatState(ChatState.NOTHING));
  }

  private void message(JsonNode entry) {
    var chat = entry.path("chat_id").asText();
    var state = state(chat);
    long sequence = entry.path("sequence").asLong();
    if (state.take(sequence)) {
      listener.entry(chat, sequence, entry);
      ack(chat, sequence);
    } else if (state.startSync()) {
      requestSync(chat, state);
    }
  }

  private void synced(JsonNode payload) {
    var chat = payload.path("chat_id").asText();
    var state = state(chat);
    long before = state.last();
    for (var entry : payload.path("messages")) {
      if (state.takeSynced(entry)) {
        listener.entry(chat, entry.path("sequence").asLong(), entry);
      }
    }
    if (state.last() > before) ack(chat, state.last());
    if (payload.path("has_more").asBoolean()) {
      requestSync(chat, state);
      return;
    }
    state.endSync();
    if (state.last() > ChatState.NOTHING && state.startSync()) requestSync(chat, state);
  }

  private void requestSync(String chat, ChatState state) {
    say(
        "sync_request",
        chat,
        Map.of("chat_id", chat, "after_sequence", state.last(), "limit", SYNC));
  }

  private void ack(String chat, long sequence) {
    say("ack", "", Map.of("chat_id", chat, "sequence", sequence));
  }

  private void acked(JsonNode payload) {
    var waiting = unsent.remove(payload.path("client_message_id").asText());
    if (waiting == null) return;
    waiting.done.complete(
        new Stored(
            payload.path("message_id").asText(),
            payload.path("chat_id").asText(),
            payload.path("sequence").asLong()));
  }

  private void refused(JsonNode frame) {
    var code = frame.path("payload").path("code").asText();
    listener.refused(code);
    var id = frame.path("request_id").asText();
    // Not a member any more: there is nothing to catch up with.
    if (code.equals("NOT_A_MEMBER")) chats.remove(id);
    var waiting = unsent.get(id);
    if (waiting == null) return;
    if (code.equals("RATE_LIMITED") || code.equals("SERVICE_UNAVAILABLE")) {
      long wait = frame.path("payload").path("retry_after_ms").asLong(1000);
      CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS).execute(() -> repeat(id));
    } else {
      unsent.remove(id);
      waiting.done.completeExceptionally(new CallFailed(400, code));
    }
  }

  private void repeat(String id) {
    lock.lock();
    try {
      var waiting = unsent.get(id);
      if (waiting != null) say("send_message", id, waiting.payload);
    } finally {
      lock.unlock();
    }
  }

  /** Sends a text, again and again until the server has it. */
  public CompletableFuture<Stored> send(String chatId, String clientMessageId, String content) {
    return send(
        Map.of("chat_id", chatId, "client_message_id", clientMessageId, "content", content));
  }

  /** Sends any message: the payload of a {@code send_message} frame. */
  public CompletableFuture<Stored> send(Map<String, Object> payload) {
    var id = payload.get("client_message_id") instanceof String text ? text : "";
    var waiting = new Waiting(id, payload, new CompletableFuture<>());
    lock.lock();
    try {
      unsent.put(waiting.id, waiting);
      say("send_message", waiting.id, payload);
    } finally {
      lock.unlock();
    }
    return waiting.done;
  }

  /** Says that everything up to here was read. */
  public void read(String chatId, long sequence) {
    tell("read", Map.of("chat_id", chatId, "sequence", sequence));
  }

  public void typing(String chatId, boolean isTyping) {
    tell(isTyping ? "typing_start" : "typing_stop", Map.of("chat_id", chatId));
  }

  private void tell(String type, Map<String, Object> payload) {
    lock.lock();
    try {
      say(type, "", payload);
    } finally {
      lock.unlock();
    }
  }

  /** What cannot be said now is said when the connection is back, or is no longer of use then. */
  private void say(String type, String requestId, Map<String, Object> payload) {
    if (line != null) line.say(type, requestId, payload);
  }

  /** The number of the last entry that was told of this chat; 0 if none was. */
  public long last(String chatId) {
    lock.lock();
    try {
      var state = chats.get(chatId);
      return state == null ? 0 : state.last();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      if (line != null) line.close();
    } finally {
      lock.unlock();
    }
  }
}
