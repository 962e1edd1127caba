package dev.trestle.messenger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.delivery.ChatSync;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.model.key.RefusedValueException;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Does what the frames of clients ask for. */
public final class FrameHandler {
  private static final System.Logger LOG = System.getLogger(FrameHandler.class.getName());

  record WatermarkPayload(String chatId, long sequence) {}

  record SyncPayload(String chatId, Optional<Long> afterSequence, Optional<Integer> limit) {}

  record TypingPayload(String chatId) {}

  private final ChatLogs logs;
  private final ChatSync sync;
  private final Watermarks watermarks;
  private final Hub hub;
  private final MessengerLimits limits;
  private final Frames frames;

  public FrameHandler(
      ChatLogs logs,
      ChatSync sync,
      Watermarks watermarks,
      Hub hub,
      MessengerLimits limits,
      Frames frames) {
    this.logs = logs;
    this.sync = sync;
    this.watermarks = watermarks;
    this.hub = hub;
    this.limits = limits;
    this.frames = frames;
  }

  /** Handles a frame; the client gets an error frame if it is refused. */
  void handle(SocketSession socket, String text) {
    Optional<String> requestId = Optional.empty();
    try {
      limits.checkFrame(socket.user());
      var frame = Frames.read(text);
      if (frame.isEmpty()) {
        invalid(socket, requestId, "This is not a frame.");
        return;
      }
      requestId = frame.get().requestId();
      handle(socket, frame.get());
    } catch (InvalidPayload e) {
      invalid(socket, requestId, "The payload does not have the fields of this type.");
    } catch (RefusedValueException e) {
      invalid(socket, requestId, "The payload has a value that cannot be.");
    } catch (ApiError refused) {
      error(socket, requestId, refused.message(), refused);
      // A client that goes on after it was told to wait is flooding.
      if (refused.status() == 429) socket.countInvalid();
    } catch (RuntimeException failed) {
      error(socket, requestId, failed);
    }
  }

  private void handle(SocketSession socket, Frames.Incoming frame) {
    switch (frame.type()) {
      case "send_message" -> sendMessage(socket, frame);
      case "ack" -> {
        var mark = watermark(frame);
        watermarks.acked(socket.user(), Guards.chat(mark.chatId), mark.sequence);
      }
      case "read" -> {
        var mark = watermark(frame);
        watermarks.read(socket.user(), Guards.chat(mark.chatId), mark.sequence);
      }
      case "sync_request" -> syncWithinLimit(socket, frame);
      case "typing_start", "typing_stop" -> {
        var chat = Guards.chat(payload(frame.payload(), TypingPayload.class).chatId);
        typing(chat, socket.user(), frame.type().equals("typing_start"));
      }
      case "heartbeat" -> socket.reply(frames.heartbeatAck(frame.requestId()));
      // A newer client may send types that are not known here.
      default -> {}
    }
  }

  private static WatermarkPayload watermark(Frames.Incoming frame) {
    var mark = payload(frame.payload(), WatermarkPayload.class);
    if (mark.sequence < 1) throw new InvalidPayload();
    return mark;
  }

  /** Drops what exceeds the limit: an indicator expires by itself. */
  private void typing(ChatId chat, UserId user, boolean isTyping) {
    if (!limits.mayType(user)) return;
    var others = hub.others(chat, user);
    if (!limits.mayTellTyping(user, others.size())) return;
    hub.typing(chat, user, isTyping, others);
  }

  private void sendMessage(SocketSession socket, Frames.Incoming frame) {
    var chatId = frame.payload().path("chat_id");
    if (!chatId.isValueNode() || chatId.isNull()) throw new InvalidPayload();
    var chat = Guards.chat(chatId.asText());
    var draft = payload(frame.payload(), MessagesApi.SendRequest.class).draft();
    limits.checkMessage(socket.user(), chat);
    socket.awaitSendPermit();
    var _ =
        logs.sendLater(chat, socket.user(), draft)
            .whenComplete((sent, failure) -> {
              socket.releaseSendPermit();
              acknowledge(socket, frame.requestId(), sent, failure);
            });
  }

  private void acknowledge(
      SocketSession socket,
      Optional<String> requestId,
      @Nullable Sent sent,
      @Nullable Throwable failure) {
    if (sent != null) {
      socket.reply(frames.ack(requestId, sent));
    } else if (failure instanceof RuntimeException failed) {
      error(socket, requestId, failed);
    } else {
      error(socket, requestId, new IllegalStateException(failure));
    }
  }

  private void syncWithinLimit(SocketSession socket, Frames.Incoming frame) {
    int remaining;
    try {
      remaining = limits.checkSync(socket.user());
    } catch (ApiError tooOften) {
      error(socket, frame.requestId(), tooOften.message(), tooOften);
      socket.countRefusedSync();
      return;
    }
    limits.countSynced(socket.user(), sync(socket, frame), remaining);
  }

  /** Sends the response and returns its length. */
  private int sync(SocketSession socket, Frames.Incoming frame) {
    var request = payload(frame.payload(), SyncPayload.class);
    var chat = Guards.chat(request.chatId);
    var missed = sync.read(chat, socket.user(), request.afterSequence, request.limit);
    if (!missed.page().more()) socket.noteSynced(chat, missed.last());
    var response = frames.synced(frame.requestId(), missed);
    socket.replyWhenRoom(response);
    return response.length;
  }

  private void invalid(SocketSession socket, Optional<String> requestId, String message) {
    var error = new Frames.ErrorFrame("INVALID_FRAME", message, Optional.empty());
    socket.reply(frames.error(requestId, error));
    socket.countInvalid();
  }

  private void error(SocketSession socket, Optional<String> requestId, RuntimeException failure) {
    switch (failure) {
      // An error frame has no list of fields, so it gets the message of the field.
      case Refusal refusal -> error(socket, requestId, refusal.message(), Refusals.error(refusal));
      case ApiError error -> error(socket, requestId, error.message(), error);
      default -> {
        LOG.log(Level.ERROR, "a frame failed: " + failure.getClass().getName());
        var error =
            new Frames.ErrorFrame("SERVICE_UNAVAILABLE", "Please try again.", Optional.of(1000L));
        socket.reply(frames.error(requestId, error));
      }
    }
  }

  private void error(
      SocketSession socket, Optional<String> requestId, String message, ApiError error) {
    var retry =
        error.headers().stream()
            .filter(field -> field.name().equals("Retry-After"))
            .findFirst()
            .map(field -> Long.parseLong(field.value()) * 1000);
    socket.reply(frames.error(requestId, new Frames.ErrorFrame(error.code(), message, retry)));
  }

  private static <T> T payload(JsonNode payload, Class<T> type) {
    if (!payload.isObject()) throw new InvalidPayload();
    try {
      return Json.tree().treeToValue(payload, type);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new InvalidPayload();
    }
  }

  /** The payload does not have the fields of its type. */
  private static final class InvalidPayload extends RuntimeException {
    InvalidPayload() {
      super("", null, false, false);
    }
  }
}
