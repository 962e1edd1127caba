package dev.trestle.messenger.web;

import dev.trestle.accounts.Caller;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.http.CloseCode;
import dev.trestle.http.WebSocket;
import dev.trestle.http.WebSocketListener;
import dev.trestle.messenger.delivery.ClientConnection;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.model.ChatId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One open socket. It passes the client's frames to the {@link FrameHandler} and sends the client
 * those of others.
 */
final class SocketSession implements WebSocketListener, ClientConnection {
  private static final long HEARTBEAT_MILLIS = 30_000;
  private static final String VERSION = "1.0";

  /** The most messages of one socket that are being stored. Further frames wait to be read. */
  private static final int SENDING_MAX = 256;

  /** This many within a minute close the socket. */
  private static final int INVALID_MAX = 10;

  /** Catching up with much that was missed is no flood, so more refusals are allowed. */
  private static final int REFUSED_SYNCS_MAX = 100;

  private static final int SYNCED_CHATS_MAX = 1000;

  /** Close codes of this protocol, listed in docs/messenger/SOCKET.md. */
  static final int REVOKED = 4001;

  static final int SLOW = 4008;
  static final int RESYNC = 4009;

  private final Caller caller;
  private final String connectionId;
  private final Hub hub;
  private final FrameHandler handler;
  private final Frames frames;
  private final Semaphore sending = new Semaphore(SENDING_MAX);
  private final InvalidFrameCounter invalidFrames = new InvalidFrameCounter(INVALID_MAX);
  private final InvalidFrameCounter refusedSyncs = new InvalidFrameCounter(REFUSED_SYNCS_MAX);
  private final AtomicBoolean isConnected = new AtomicBoolean();

  /** Completed when the first frame is queued: everything else comes after it. */
  private final CompletableFuture<Boolean> greeted = new CompletableFuture<>();

  private final Map<ChatId, Long> synced = new ConcurrentHashMap<>();
  private volatile @Nullable WebSocket socket;

  SocketSession(Caller caller, String connectionId, Hub hub, FrameHandler handler, Frames frames) {
    this.caller = caller;
    this.connectionId = connectionId;
    this.hub = hub;
    this.handler = handler;
    this.frames = frames;
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
    var greeting = frames.write("connection_established", Optional.empty(), hello);
    isConnected.set(true);
    // Before the greeting: a client that has received it misses nothing from then on.
    boolean isAccepted;
    try {
      isAccepted = hub.connect(this);
      var _ = opened.send(greeting);
    } finally {
      greeted.complete(true);
    }
    if (isAccepted) {
      hub.closeIfRevoked(this);
    } else {
      isConnected.set(false);
      var _ = opened.send(frames.closing("too_many_sockets", false));
      opened.close(CloseCode.POLICY, "too many sockets");
    }
  }

  @Override
  public void text(String message) {
    handler.handle(this, message);
  }

  @Override
  public void closed(int code) {
    var _ = leave();
  }

  /** Leaves the hub; false if it had left before. */
  private boolean leave() {
    boolean wasConnected = isConnected.compareAndSet(true, false);
    if (wasConnected) hub.disconnect(this);
    return wasConnected;
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
  public Map<ChatId, Long> synced() {
    return synced;
  }

  /** The client has all entries up to this one. Beyond the limit it depends on signals alone. */
  void noteSynced(ChatId chat, long sequence) {
    if (synced.size() < SYNCED_CHATS_MAX || synced.containsKey(chat)) synced.put(chat, sequence);
  }

  /** Waits for the greeting, which is queued a moment after the hub knows this connection. */
  @Override
  public boolean send(byte[] frame) {
    var _ = greeted.join();
    var open = socket;
    return open != null && open.send(frame);
  }

  /** Sends a frame to this client, and closes if its queue is full. */
  void reply(byte[] frame) {
    if (!send(frame)) close(CloseReason.SLOW_CONSUMER);
  }

  /** Waits for room, so the client's next frame is read when it has taken this one. */
  void replyWhenRoom(byte[] frame) {
    var open = socket;
    if (open != null) open.sendWhenRoom(frame);
  }

  /** Waits while too many messages of this socket are being stored. */
  void awaitSendPermit() {
    sending.acquireUninterruptibly();
  }

  void releaseSendPermit() {
    sending.release();
  }

  /** Counts a frame that no honest client sends; too many close the socket. */
  void countInvalid() {
    if (invalidFrames.add(System.nanoTime())) closeFlooding();
  }

  /** Counts a sync request beyond the rate limit; too many close the socket. */
  void countRefusedSync() {
    if (refusedSyncs.add(System.nanoTime())) closeFlooding();
  }

  private void closeFlooding() {
    var open = socket;
    if (open == null) return;
    // Queued behind the error frames, so that the client can read them.
    var _ = open.send(frames.closing("too_many_invalid_frames", true));
    open.close(CloseCode.POLICY, "too many invalid frames");
  }

  @Override
  public void close(CloseReason reason) {
    var open = socket;
    if (open == null) return;
    // It gets no more entries, however long the closing takes.
    if (leave()) hub.countClosed(reason);
    switch (reason) {
      case SLOW_CONSUMER ->
          open.dismiss(frames.closing("slow_consumer", true), SLOW, "slow consumer");
      case RESYNC -> open.dismiss(frames.closing("resync", true), RESYNC, "resync");
      case SESSION_REVOKED ->
          open.dismiss(frames.closing("session_revoked", false), REVOKED, "revoked");
      case SHUTTING_DOWN -> {
        open.send(frames.closing("shutting_down", true));
        open.close(CloseCode.GOING_AWAY, "shutting down");
      }
    }
  }
}
