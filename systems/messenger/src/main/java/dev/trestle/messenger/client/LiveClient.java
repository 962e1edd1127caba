package dev.trestle.messenger.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.CallFailed;
import dev.trestle.accounts.client.SignedInClient;
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
 * A client that stays connected. It reopens a lost socket, catches up with its chats, receives each
 * entry once and in order, acknowledges it, and resends messages until they are stored.
 */
public final class LiveClient implements AutoCloseable {
  private static final Duration BACKOFF_MIN = Duration.ofMillis(50);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(10);
  private static final int SYNC_PAGE = 500;

  /** A message that was sent and stored. */
  public record Stored(String messageId, String chatId, long sequence) {}

  private record Waiting(String id, Map<String, Object> payload, CompletableFuture<Stored> done) {}

  private final SignedInClient client;
  private final LiveListener listener;
  private final RandomGenerator random;

  /** Guards all below. The listener is called while it is held, which keeps the order. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, ChatState> chats = new HashMap<>();
  private final SyncQueue syncs = new SyncQueue();
  private final Map<String, Waiting> unsent = new LinkedHashMap<>();
  private @Nullable SocketLink link;
  private boolean isClosed;
  private int failures;

  public LiveClient(SignedInClient client, RandomGenerator random, LiveListener listener) {
    this.client = client;
    this.random = random;
    this.listener = listener;
  }

  /** Starts a chat after this entry instead of at its beginning. */
  public LiveClient having(String chatId, long sequence) {
    lock.lock();
    try {
      chats.put(chatId, new ChatState(sequence));
    } finally {
      lock.unlock();
    }
    return this;
  }

  /** Connects and stays connected until it is closed. */
  public LiveClient start() {
    Thread.startVirtualThread(this::connect);
    return this;
  }

  private void connect() {
    while (true) {
      var token = client.accessToken();
      try {
        var opened = SocketLink.open(client, token, this::received, this::lost).join();
        lock.lock();
        try {
          if (isClosed) {
            opened.close();
          } else {
            link = opened;
            failures = 0;
          }
        } finally {
          lock.unlock();
        }
        opened.listen();
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
      client.refresh(token);
      return true;
    } catch (CallFailed failed) {
      listener.disconnected(true);
      return false;
    } catch (RuntimeException unreachable) {
      return true;
    }
  }

  /** Waits longer after each failure, with jitter so that clients do not return all at once. */
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

  private void lost(SocketLink lost) {
    lock.lock();
    try {
      if (link != lost) return;
      link = null;
      chats.values().forEach(ChatState::endSync);
      syncs.clear();
      listener.disconnected(isClosed);
      if (isClosed) return;
    } finally {
      lock.unlock();
    }
    Thread.startVirtualThread(() -> {
      if (pause()) connect();
    });
  }

  /** Drops the connection, as a network failure would. The client reconnects. */
  public void cut() {
    lock.lock();
    try {
      if (link != null) link.abort();
    } finally {
      lock.unlock();
    }
  }

  private void received(SocketLink from, String text) {
    lock.lock();
    try {
      if (link != null && link != from) return;
      var frame = Json.tree().readTree(text);
      var payload = frame.path("payload");
      switch (frame.path("type").asText()) {
        case "connection_established" -> established(payload);
        case "message" -> message(payload);
        case "sync_response" -> synced(payload);
        case "send_message_ack" -> acked(payload);
        case "typing_indicator" -> listener.typing(payload);
        case "receipt" -> listener.receipt(payload);
        case "presence" -> listener.presence(payload);
        case "error" -> refused(frame);
        default -> {}
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the server sent something that is not a frame", e);
    } finally {
      lock.unlock();
    }
  }

  private void established(JsonNode payload) {
    listener.connected(payload.path("connection_id").asText());
    for (var chat : client.get("/chats?limit=100").path("data")) {
      state(chat.path("chat_id").asText());
    }
    chats.forEach((chat, state) -> {
      state.forceSync();
      requestSync(chat, state);
    });
    unsent.values().forEach(waiting -> sendFrame("send_message", waiting.id, waiting.payload));
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
    endSync(chat);
    if (state.last() > ChatState.NOTHING && state.startSync()) requestSync(chat, state);
  }

  private void endSync(String chat) {
    syncs.end(chat).ifPresent(next -> sendSync(next, state(next)));
  }

  private void requestSync(String chat, ChatState state) {
    if (syncs.start(chat)) sendSync(chat, state);
  }

  private void sendSync(String chat, ChatState state) {
    sendFrame(
        "sync_request",
        chat,
        Map.of("chat_id", chat, "after_sequence", state.last(), "limit", SYNC_PAGE));
  }

  private void ack(String chat, long sequence) {
    sendFrame("ack", "", Map.of("chat_id", chat, "sequence", sequence));
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
    var waiting = unsent.get(id);
    if (waiting == null && !syncs.isRunning(id)) return;
    if (code.equals("RATE_LIMITED") || code.equals("SERVICE_UNAVAILABLE")) {
      long wait = frame.path("payload").path("retry_after_ms").asLong(1000);
      CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS).execute(() -> repeat(id));
    } else if (waiting == null) {
      // No longer a member: nothing to catch up with.
      if (code.equals("NOT_A_MEMBER")) chats.remove(id);
      endSync(id);
    } else {
      unsent.remove(id);
      waiting.done.completeExceptionally(new CallFailed(400, code));
    }
  }

  private void repeat(String id) {
    lock.lock();
    try {
      var waiting = unsent.get(id);
      if (waiting != null) sendFrame("send_message", id, waiting.payload);
      if (syncs.isRunning(id)) sendSync(id, state(id));
    } finally {
      lock.unlock();
    }
  }

  /** Sends a text, and resends it until the server has stored it. */
  public CompletableFuture<Stored> send(String chatId, String clientMessageId, String content) {
    return send(
        Map.of("chat_id", chatId, "client_message_id", clientMessageId, "content", content));
  }

  /** Sends any message, given the payload of its {@code send_message} frame. */
  public CompletableFuture<Stored> send(Map<String, Object> payload) {
    var id = payload.get("client_message_id") instanceof String text ? text : "";
    var waiting = new Waiting(id, payload, new CompletableFuture<>());
    lock.lock();
    try {
      unsent.put(waiting.id, waiting);
      sendFrame("send_message", waiting.id, payload);
    } finally {
      lock.unlock();
    }
    return waiting.done;
  }

  /** Marks everything up to here as read. */
  public void read(String chatId, long sequence) {
    sendNow("read", Map.of("chat_id", chatId, "sequence", sequence));
  }

  public void typing(String chatId, boolean isTyping) {
    sendNow(isTyping ? "typing_start" : "typing_stop", Map.of("chat_id", chatId));
  }

  private void sendNow(String type, Map<String, Object> payload) {
    lock.lock();
    try {
      sendFrame(type, "", payload);
    } finally {
      lock.unlock();
    }
  }

  /** Does nothing while disconnected: messages are resent, and the rest is outdated by then. */
  private void sendFrame(String type, String requestId, Map<String, Object> payload) {
    if (link != null) link.send(type, requestId, payload);
  }

  /** The last entry of a chat that was received; 0 if none was. */
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
      if (link != null) link.close();
    } finally {
      lock.unlock();
    }
  }
}
