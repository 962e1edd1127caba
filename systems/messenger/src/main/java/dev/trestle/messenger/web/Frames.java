package dev.trestle.messenger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.delivery.ChatSync.MissedEntries;
import dev.trestle.messenger.delivery.FrameEncoder;
import dev.trestle.messenger.delivery.PresenceState;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.GroupInvitations.Invitation;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.web.MessagesApi.MessageView;
import dev.trestle.messenger.web.MessagesApi.SentView;
import dev.trestle.platform.web.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the frames of a socket, {@code {type, request_id?, timestamp, payload}}. See
 * docs/messenger/SOCKET.md.
 */
public final class Frames implements FrameEncoder {
  /** How long a user counts as typing without saying so again. */
  static final long TYPING_MILLIS = 10_000;

  /** A frame from a client. */
  record Incoming(String type, Optional<String> requestId, JsonNode payload) {}

  private record Outgoing(
      String type, Optional<String> requestId, Instant timestamp, Object payload) {}

  record Established(
      String connectionId,
      long heartbeatIntervalMs,
      String protocolVersion,
      String userId,
      String sessionId) {}

  /** The entries are encoded before, which tells how many fit. */
  private record Synced(
      String chatId, List<RawValue> messages, boolean hasMore, long nextSequence) {}

  record Typing(String chatId, String userId, boolean isTyping, long expiresInMs) {}

  record Receipt(String chatId, String userId, long lastAckedSequence, long lastReadSequence) {}

  record InvitationChange(String chatId, String userId, boolean isOpen) {}

  record PresenceChange(String userId, Optional<Boolean> isOnline, Optional<Instant> lastSeenAt) {}

  record BlockChange(String userId, boolean isBlocked) {}

  record ErrorFrame(String code, String message, Optional<Long> retryAfterMs) {}

  record Closing(String reason, boolean reconnect) {}

  private record EmptyPayload() {}

  private static final int REQUEST_ID_MAX = 64;

  /** The most bytes of entries in one sync response, unless one entry alone is larger. */
  static final int SYNC_BYTES_MAX = 128 * 1024;

  private final InstantSource clock;

  public Frames(InstantSource clock) {
    this.clock = clock;
  }

  /** Reads a frame; empty if the text is not one. */
  static Optional<Incoming> read(String text) {
    try {
      var tree = Json.tree().readTree(text);
      if (tree == null || !tree.isObject() || !tree.path("type").isTextual()) {
        return Optional.empty();
      }
      var id = tree.path("request_id");
      boolean hasId = !id.isMissingNode() && !id.isNull();
      if (hasId && (!id.isTextual() || id.textValue().length() > REQUEST_ID_MAX)) {
        return Optional.empty();
      }
      return Optional.of(
          new Incoming(
              tree.path("type").textValue(),
              hasId ? Optional.of(id.textValue()) : Optional.empty(),
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
    return write("message", Optional.empty(), MessageView.of(entry));
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

  @Override
  public byte[] invitation(Invitation invitation, boolean isOpen) {
    var payload =
        new InvitationChange(invitation.chatId().value(), invitation.userId().value(), isOpen);
    return write("invitation", Optional.empty(), payload);
  }

  @Override
  public byte[] presence(UserId user, PresenceState state) {
    var payload = new PresenceChange(user.value(), state.isOnline(), state.lastSeenAt());
    return write("presence", Optional.empty(), payload);
  }

  @Override
  public byte[] block(UserId other, boolean isBlocked) {
    return write("block", Optional.empty(), new BlockChange(other.value(), isBlocked));
  }

  /** As many of these entries as fit; if there are more, the client asks again. */
  byte[] synced(Optional<String> requestId, MissedEntries missed) {
    var page = missed.page();
    var encoded = new ArrayList<RawValue>();
    int bytes = 0;
    long next = missed.after();
    for (var entry : page.entries()) {
      var view = Json.write(MessageView.of(entry));
      bytes += view.length;
      if (bytes > SYNC_BYTES_MAX && !encoded.isEmpty()) break;
      encoded.add(new RawValue(new String(view, StandardCharsets.UTF_8)));
      next = entry.sequence();
    }
    boolean hasMore = page.more() || encoded.size() < page.entries().size();
    var payload = new Synced(missed.chat().value(), encoded, hasMore, next);
    return write("sync_response", requestId, payload);
  }

  byte[] ack(Optional<String> requestId, Sent sent) {
    return write("send_message_ack", requestId, SentView.of(sent));
  }

  byte[] heartbeatAck(Optional<String> requestId) {
    return write("heartbeat_ack", requestId, new EmptyPayload());
  }

  byte[] error(Optional<String> requestId, ErrorFrame error) {
    return write("error", requestId, error);
  }

  byte[] closing(String reason, boolean reconnect) {
    return write("connection_closing", Optional.empty(), new Closing(reason, reconnect));
  }
}
