package dev.trestle.messenger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.delivery.FrameEncoder;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.web.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Frames of the socket, {@code {type, request_id?, timestamp, payload}}: docs/messenger/SOCKET.md.
 */
public final class Frames implements FrameEncoder {
  /** How long somebody is taken to be writing who does not say so again. */
  static final long TYPING_MILLIS = 10_000;

  /** A frame that came in. */
  record Incoming(String type, Optional<String> requestId, JsonNode payload) {}

  private record Outgoing(
      String type, Optional<String> requestId, Instant timestamp, Object payload) {}

  record Established(
      String connectionId,
      long heartbeatIntervalMs,
      String protocolVersion,
      String userId,
      String sessionId) {}

  record Synced(
      String chatId, List<Views.MessageView> messages, boolean hasMore, long nextSequence) {}

  record Typing(String chatId, String userId, boolean isTyping, long expiresInMs) {}

  record Receipt(String chatId, String userId, long lastAckedSequence, long lastReadSequence) {}

  record Fault(String code, String message, Optional<Long> retryAfterMs) {}

  record Closing(String reason, boolean reconnect) {}

  private record Nothing() {}

  private static final int REQUEST_ID_MAX = 64;

  private final InstantSource clock;

  public Frames(InstantSource clock) {
    this.clock = clock;
  }

  /** What a frame says; none if it is no frame. */
  static Optional<Incoming> read(String text) {
    try {
      var tree = Json.tree().readTree(text);
      if (tree == null || !tree.isObject() || !tree.path("type").isTextual()) {
        return Optional.empty();
      }
      var id = tree.path("request_id");
      boolean isSaid = !id.isMissingNode() && !id.isNull();
      if (isSaid && (!id.isTextual() || id.textValue().length() > REQUEST_ID_MAX)) {
        return Optional.empty();
      }
      return Optional.of(
          new Incoming(
              tree.path("type").textValue(),
              isSaid ? Optional.of(id.textValue()) : Optional.empty(),
              tree.path("payload")));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  byte[] write(String type, Optional<String> requestId, Object payload) {
    return Json.write(new Outgoing(type, requestId, clock.instant(), payload));
  }

  @Override
  public byte[] message(Message entry) {
    return write("message", Optional.empty(), Views.MessageView.of(entry));
  }

  @Override
  public byte[] typing(ChatId chat, UserId user, boolean isTyping) {
    var payload = new Typing(chat.value(), user.value(), isTyping, isTyping ? TYPING_MILLIS : 0);
    return write("typing_indicator", Optional.empty(), payload);
  }

  @Override
  public byte[] receipt(DeliveryState state) {
    var payload =
        new Receipt(
            state.chatId().value(),
            state.userId().value(),
            Math.max(state.lastAckedSequence(), state.lastReadSequence()),
            state.lastReadSequence());
    return write("receipt", Optional.empty(), payload);
  }

  byte[] ack(Optional<String> requestId, Sent sent) {
    return write("send_message_ack", requestId, Views.SentView.of(sent));
  }

  byte[] heartbeatAck(Optional<String> requestId) {
    return write("heartbeat_ack", requestId, new Nothing());
  }

  byte[] fault(Optional<String> requestId, Fault fault) {
    return write("error", requestId, fault);
  }

  byte[] closing(String reason, boolean reconnect) {
    return write("connection_closing", Optional.empty(), new Closing(reason, reconnect));
  }
}
