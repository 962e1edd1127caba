package dev.trestle.messenger.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.http.CloseCode;
import dev.trestle.http.SocketListener;
import dev.trestle.http.WebSocket;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.delivery.Outlet;
import dev.trestle.messenger.message.Sent;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One open socket: what comes in is done, what is said elsewhere goes out. */
final class SocketSession implements SocketListener, Outlet {
  private static final System.Logger LOG = System.getLogger(SocketSession.class.getName());
  private static final long HEARTBEAT_MILLIS = 30_000;
  private static final String VERSION = "1.0";
  private static final int SYNC = 100;
  private static final int SYNC_MAX = 500;

  /** Messages that are being stored; further frames wait to be read. */
  private static final int SENDING_MAX = 256;

  /** Codes that an application may choose, as the protocol page lists them. */
  static final int REVOKED = 4001;

  static final int SLOW = 4008;

  static final int RESYNC = 4009;

  record Mark(String chatId, long sequence) {}

  record Sync(String chatId, Optional<Long> afterSequence, Optional<Integer> limit) {}

  record Typing(String chatId) {}

  private final SocketDesk desk;
  private final Caller caller;
  private final String connectionId;
  private final Semaphore sending = new Semaphore(SENDING_MAX);
  private final FaultCount faults = new FaultCount();
  private final AtomicBoolean isConnected = new AtomicBoolean();
  private volatile @Nullable WebSocket socket;

  SocketSession(SocketDesk desk, Caller caller, String connectionId) {
    this.desk = desk;
    this.caller = caller;
    this.connectionId = connectionId;
  }

  @Override
  public void opened(WebSocket opened) {
    socket = opened;
    var hello =
        new Frames.Established(
            connectionId,
            HEARTBEAT_MILLIS,
            VERSION,
            caller.user().value(),
            caller.session().value());
    send(desk.frames().write("connection_established", Optional.empty(), hello));
    isConnected.set(true);
    desk.hub().connect(this);
    // It may have ended between the look at the session and the line above.
    if (desk.revocations().isRevoked(caller.session())) dismiss(Dismissal.SESSION_REVOKED);
  }

  @Override
  public void closed(int code) {
    var _ = leave();
  }

  /** Whether it was here until now. */
  private boolean leave() {
    boolean wasHere = isConnected.compareAndSet(true, false);
    if (wasHere) desk.hub().disconnect(this);
    return wasHere;
  }

  @Override
  public UserId user() {
    return caller.user();
  }

  @Override
  public SessionId session() {
    return caller.session();
  }

  @Override
  public boolean send(byte[] frame) {
    var open = socket;
    return open != null && open.send(frame);
  }

  @Override
  public void dismiss(Dismissal why) {
    var open = socket;
    if (open == null) return;
    // Nothing more is for this one, however long it takes to hear why.
    if (leave()) desk.hub().dismissed(why);
    switch (why) {
      case SLOW_CONSUMER ->
          open.dismiss(desk.frames().closing("slow_consumer", true), SLOW, "slow consumer");
      case RESYNC -> open.dismiss(desk.frames().closing("resync", true), RESYNC, "resync");
      case SESSION_REVOKED ->
          open.dismiss(desk.frames().closing("session_revoked", false), REVOKED, "revoked");
      case SHUTTING_DOWN -> {
        open.send(desk.frames().closing("shutting_down", true));
        open.close(CloseCode.GOING_AWAY, "shutting down");
      }
    }
  }

  @Override
  public void text(String message) {
    Optional<String> requestId = Optional.empty();
    try {
      desk.limits().checkFrame(connectionId);
      var frame = Frames.read(message);
      if (frame.isEmpty()) {
        invalid(requestId, "This is no frame.");
        return;
      }
      requestId = frame.get().requestId();
      take(frame.get());
    } catch (InvalidPayload e) {
      invalid(requestId, "The payload is not of the expected form.");
    } catch (ApiError refused) {
      fault(requestId, refused.message(), refused);
      // Who goes on when told to wait is a flood.
      if (refused.status() == 429) count();
    } catch (RuntimeException failed) {
      fault(requestId, failed);
    }
  }

  private void take(Frames.Incoming frame) {
    switch (frame.type()) {
      case "send_message" -> sendMessage(frame);
      case "ack" -> {
        var mark = mark(frame);
        desk.watermarks().acked(user(), Texts.chat(mark.chatId), mark.sequence);
      }
      case "read" -> {
        var mark = mark(frame);
        desk.watermarks().read(user(), Texts.chat(mark.chatId), mark.sequence);
      }
      case "sync_request" -> sync(frame);
      case "typing_start", "typing_stop" -> {
        var chat = Texts.chat(payload(frame.payload(), Typing.class).chatId);
        desk.hub().typing(chat, user(), frame.type().equals("typing_start"));
      }
      case "heartbeat" -> reply(desk.frames().heartbeatAck(frame.requestId()));
      // A client of tomorrow may say what is not known today.
      default -> {}
    }
  }

  private static Mark mark(Frames.Incoming frame) {
    var mark = payload(frame.payload(), Mark.class);
    if (mark.sequence < 1) throw new InvalidPayload();
    return mark;
  }

  private void sendMessage(Frames.Incoming frame) {
    var named = frame.payload().path("chat_id");
    if (!named.isValueNode() || named.isNull()) throw new InvalidPayload();
    var chat = Texts.chat(named.asText());
    var draft = payload(frame.payload(), MessagesApi.Sending.class).draft();
    desk.limits().check(user(), chat);
    sending.acquireUninterruptibly();
    var _ =
        desk.log()
            .sendLater(chat, user(), draft)
            .whenComplete((sent, failure) -> {
              sending.release();
              answer(frame.requestId(), sent, failure);
            });
  }

  private void answer(
      Optional<String> requestId, @Nullable Sent sent, @Nullable Throwable failure) {
    if (sent != null) {
      reply(desk.frames().ack(requestId, sent));
    } else if (failure instanceof RuntimeException failed) {
      fault(requestId, failed);
    } else {
      fault(requestId, new IllegalStateException(failure));
    }
  }

  private void sync(Frames.Incoming frame) {
    var request = payload(frame.payload(), Sync.class);
    int limit = request.limit.orElse(SYNC);
    if (limit < 1 || limit > SYNC_MAX) throw Refused.invalid("limit", "1 to 500 is expected.");
    var member = desk.access().member(Texts.chat(request.chatId), user());
    long after = request.afterSequence.orElseGet(() -> desk.acked(member));
    if (after < 0) throw Refused.invalid("after_sequence", "A sequence number is expected.");
    var stretch = desk.history().after(member, after, limit);
    var entries = stretch.entries();
    long next = entries.isEmpty() ? after : entries.getLast().sequence();
    reply(
        desk.frames()
            .write(
                "sync_response",
                frame.requestId(),
                new Frames.Synced(
                    request.chatId, MessagesApi.views(entries), stretch.more(), next)));
  }

  /** An answer to this very client; if it does not take it, it is too slow. */
  private void reply(byte[] frame) {
    if (!send(frame)) dismiss(Dismissal.SLOW_CONSUMER);
  }

  private void fault(Optional<String> requestId, RuntimeException failure) {
    switch (failure) {
      case Refused refused -> {
        var error = Refusals.of(refused);
        // Of an invalid field the error itself says only that something is not valid.
        fault(requestId, refused.field().isPresent() ? refused.message() : error.message(), error);
      }
      case ApiError error -> fault(requestId, error.message(), error);
      default -> {
        LOG.log(Level.ERROR, "a frame failed: " + failure.getClass().getName());
        reply(
            desk.frames()
                .fault(
                    requestId,
                    new Frames.Fault(
                        "SERVICE_UNAVAILABLE", "Please try again.", Optional.of(1000L))));
      }
    }
  }

  private void fault(Optional<String> requestId, String message, ApiError error) {
    var retry =
        error.headers().stream()
            .filter(field -> field.name().equals("Retry-After"))
            .findFirst()
            .map(field -> Long.parseLong(field.value()) * 1000);
    reply(desk.frames().fault(requestId, new Frames.Fault(error.code(), message, retry)));
  }

  private void invalid(Optional<String> requestId, String message) {
    reply(
        desk.frames()
            .fault(requestId, new Frames.Fault("INVALID_FRAME", message, Optional.empty())));
    count();
  }

  private void count() {
    var open = socket;
    if (open == null || !faults.isOneTooMany(System.nanoTime())) return;
    // Behind what it was told before: whoever made a mistake wants to read which.
    var _ = open.send(desk.frames().closing("too_many_invalid_frames", true));
    open.close(CloseCode.POLICY, "too many invalid frames");
  }

  private static <T> T payload(JsonNode payload, Class<T> type) {
    if (!payload.isObject()) throw new InvalidPayload();
    try {
      return Json.tree().treeToValue(payload, type);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new InvalidPayload();
    }
  }

  /** What came does not have the fields that its type has. */
  private static final class InvalidPayload extends RuntimeException {
    InvalidPayload() {
      super("", null, false, false);
    }
  }
}
