package dev.trestle.messenger.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.session.Revocations;
import dev.trestle.messenger.delivery.ClientConnection.CloseReason;
import dev.trestle.messenger.message.AppendListener;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.GroupInvitations.Invitation;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The connections of this server, and how entries reach them. Entries that are stored here are
 * delivered at once; those stored elsewhere come from the {@link EntryFeed}. Both go through the
 * chat's {@link Room}, so that the numbers on a connection only rise within a chat.
 */
public final class Hub implements AppendListener, WatermarkListener, Revocations.Listener {
  /** Rooms without new entries are dropped after this time, and loaded again when needed. */
  private static final Duration ROOM_IDLE = Duration.ofMinutes(30);

  private static final int ROOMS_MAX = 50_000;
  private static final int RECENT_SESSIONS_MAX = 100_000;

  /** In larger chats, receipts would outnumber the messages. */
  private static final int RECEIPTS_MEMBERS_MAX = 32;

  private final Function<ChatId, Room> newRoom;
  private final FrameEncoder encoder;
  private final SocketLimits limits;
  private final Revocations revocations;
  private final Optional<FrameRelay> relay;
  private final Map<UserId, List<ClientConnection>> byUser = new ConcurrentHashMap<>();
  private final Cache<ChatId, Room> rooms =
      Caffeine.newBuilder().maximumSize(ROOMS_MAX).expireAfterAccess(ROOM_IDLE).build();
  private volatile ArrivalListener arrivals = (_, _) -> {};
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder connections = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final Map<CloseReason, LongAdder> closed = new ConcurrentHashMap<>();

  /** Sessions that had a connection here recently. */
  private final Cache<SessionId, Boolean> recentSessions =
      Caffeine.newBuilder().maximumSize(RECENT_SESSIONS_MAX).expireAfterWrite(ROOM_IDLE).build();

  /**
   * Creates a hub without connections.
   *
   * @param relay to the sockets of other servers, if there are any
   */
  public Hub(
      Store store,
      FrameEncoder encoder,
      SocketLimits limits,
      Revocations revocations,
      Optional<FrameRelay> relay) {
    this(id -> new Room(id, store), encoder, limits, revocations, relay);
  }

  /** The same with other rooms. Tests replace them by wrong ones. */
  Hub(
      Function<ChatId, Room> newRoom,
      FrameEncoder encoder,
      SocketLimits limits,
      Revocations revocations,
      Optional<FrameRelay> relay) {
    this.newRoom = newRoom;
    this.encoder = encoder;
    this.limits = limits;
    this.revocations = revocations;
    this.relay = relay;
    relay.ifPresent(started -> started.start(this::send));
  }

  /** Told about each user whose first connection begins here or whose last one ends. */
  @FunctionalInterface
  interface ArrivalListener {
    void moved(UserId user, boolean isThere);
  }

  void listen(ArrivalListener listener) {
    arrivals = listener;
  }

  /**
   * Delivers new entries to a connection from now on. Earlier ones the client syncs.
   *
   * @return false if the user or the session has too many connections
   */
  public boolean connect(ClientConnection connection) {
    var now = byUser.merge(connection.user(), List.of(connection), this::plus);
    if (!now.contains(connection)) return false;
    connections.increment();
    if (now.size() == 1) arrivals.moved(connection.user(), true);
    if (recentSessions.getIfPresent(connection.session()) != null) reconnects.increment();
    return true;
  }

  /** Closes a connection whose session ended just before it was connected. */
  public void closeIfRevoked(ClientConnection connection) {
    if (revocations.isRevoked(connection.session())) connection.close(CloseReason.SESSION_REVOKED);
  }

  public void disconnect(ClientConnection connection) {
    connections.decrement();
    recentSessions.put(connection.session(), true);
    var rest =
        byUser.computeIfPresent(
            connection.user(),
            (_, list) -> {
              var others = list.stream().filter(other -> !other.equals(connection)).toList();
              return others.isEmpty() ? null : others;
            });
    if (rest == null) arrivals.moved(connection.user(), false);
  }

  boolean isConnected(UserId user) {
    return byUser.containsKey(user);
  }

  /** Whether anybody else is connected here. */
  boolean hasOthers(UserId user) {
    int one = byUser.containsKey(user) ? 1 : 0;
    return byUser.size() > one;
  }

  /** Everybody who is connected here. */
  List<UserId> users() {
    return List.copyOf(byUser.keySet());
  }

  private List<ClientConnection> plus(List<ClientConnection> some, List<ClientConnection> more) {
    var session = more.getFirst().session();
    long ofSession = some.stream().filter(other -> other.session().equals(session)).count();
    if (some.size() >= limits.perUser() || ofSession >= limits.perSession()) return some;
    var all = new ArrayList<ClientConnection>(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** Delivers entries that were stored by this server. */
  @Override
  public void appended(List<Message> entries) {
    var chat = entries.getFirst().chatId();
    if (!isWanted(chat)) return;
    room(chat).deliver(entries, this::deliver);
  }

  /** Delivers entries that were stored by any server, unless that was done. */
  void heardOf(NewEntries entries) {
    if (!isWanted(entries.chat())) return;
    room(entries.chat()).catchUp(entries.first(), entries.last(), this::deliver);
  }

  /** The chats that clients here have synced, with the lowest entry up to which one has. */
  Map<ChatId, Long> syncedChats() {
    var all = new HashMap<ChatId, Long>();
    for (var connections : byUser.values()) {
      for (var connection : connections) {
        connection.synced().forEach((chat, sequence) -> all.merge(chat, sequence, Math::min));
      }
    }
    return all;
  }

  /** False if nobody is connected. A room that missed something must be loaded again. */
  private boolean isWanted(ChatId chat) {
    if (!byUser.isEmpty()) return true;
    rooms.invalidate(chat);
    return false;
  }

  private void deliver(Message entry, List<UserId> members) {
    send(encoder.message(entry), members);
  }

  /** The other members of a chat; empty if the user is not a member. */
  public List<UserId> others(ChatId chat, UserId user) {
    return room(chat).others(user);
  }

  /** Tells these members that a user is typing. */
  public void typing(ChatId chat, UserId user, boolean isTyping, List<UserId> others) {
    if (!others.isEmpty()) sendEverywhere(encoder.typing(chat, user, isTyping), others);
  }

  /** Tells the other members of a small chat. */
  @Override
  public void received(DeliveryState state) {
    if (byUser.isEmpty() && relay.isEmpty()) return;
    var others = room(state.chatId()).others(state.userId());
    if (others.isEmpty() || others.size() > RECEIPTS_MEMBERS_MAX) return;
    sendEverywhere(encoder.receipt(state), others);
  }

  /** Tells the user's other devices too, whose unread counts change. */
  @Override
  public void read(DeliveryState state) {
    if (byUser.containsKey(state.userId()) || relay.isPresent()) {
      sendEverywhere(encoder.receipt(state), List.of(state.userId()));
    }
    received(state);
  }

  /** Tells the invited user, and the one who sent the invitation. */
  public void invitationChanged(Invitation invitation, boolean isOpen) {
    var users = List.of(invitation.userId(), invitation.invitedBy());
    sendEverywhere(encoder.invitation(invitation, isOpen), users);
  }

  /** Tells the user's own devices. */
  public void blockChanged(UserId user, UserId other, boolean isBlocked) {
    sendEverywhere(encoder.block(other, isBlocked), List.of(user));
  }

  /** Tells these users whether another one is online. */
  void presence(UserId user, PresenceState state, List<UserId> others, boolean isEverywhere) {
    if (others.isEmpty()) return;
    var frame = encoder.presence(user, state);
    if (isEverywhere) sendEverywhere(frame, others);
    else send(frame, others);
  }

  private Room room(ChatId chat) {
    return rooms.get(chat, newRoom);
  }

  private void sendEverywhere(byte[] frame, Collection<UserId> users) {
    send(frame, users);
    relay.ifPresent(others -> others.publish(frame, users));
  }

  private void send(byte[] frame, Collection<UserId> users) {
    for (var user : users) {
      for (var connection : byUser.getOrDefault(user, List.of())) {
        if (connection.send(frame)) {
          deliveries.increment();
        } else {
          connection.close(CloseReason.SLOW_CONSUMER);
        }
      }
    }
  }

  @Override
  public void revoked(SessionId session) {
    closeIf(connection -> connection.session().equals(session), CloseReason.SESSION_REVOKED);
  }

  /** Asks all clients to reconnect elsewhere. */
  public void shutDown() {
    closeIf(_ -> true, CloseReason.SHUTTING_DOWN);
  }

  /** Entries may have been missed: all clients reconnect and catch up. */
  void resync() {
    rooms.invalidateAll();
    closeIf(_ -> true, CloseReason.RESYNC);
  }

  private void closeIf(Predicate<ClientConnection> which, CloseReason reason) {
    byUser.values().forEach(list -> list.stream().filter(which).forEach(c -> c.close(reason)));
  }

  /** Counts a connection that the server closed. */
  public void countClosed(CloseReason reason) {
    closed.computeIfAbsent(reason, _ -> new LongAdder()).increment();
  }

  /** How many connections the server closed for this reason. */
  public long closed(CloseReason reason) {
    var count = closed.get(reason);
    return count == null ? 0 : count.sum();
  }

  /** How many connections were opened by sessions that had one recently. */
  public long reconnects() {
    return reconnects.sum();
  }

  /** How many connections are open. */
  public long connections() {
    return connections.sum();
  }

  /** How many frames were queued on connections. */
  public long deliveries() {
    return deliveries.sum();
  }
}
