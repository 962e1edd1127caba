package dev.trestle.messenger.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.messenger.delivery.Outlet.Dismissal;
import dev.trestle.messenger.identity.Revocations;
import dev.trestle.messenger.message.Appended;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * Everybody who is connected to this machine, and how entries reach them. Senders here hand entries
 * over at once, the change feed brings them again for certain; both go through the chat's room, so
 * that a connection's stream of a chat only ever rises.
 */
public final class Hub implements Appended, Revocations.Listener {
  /** Rooms that nobody speaks in are forgotten; they are read again when somebody does. */
  private static final Duration QUIET = Duration.ofMinutes(30);

  private static final int ROOMS_MAX = 50_000;
  private static final int SEEN_MAX = 100_000;

  /** In larger chats everybody's marks would be more than all that is said. */
  private static final int RECEIPTS_MEMBERS_MAX = 32;

  private final Store store;
  private final FrameEncoder encoder;
  private final Map<UserId, List<Outlet>> outlets = new ConcurrentHashMap<>();
  private final Cache<ChatId, Room> rooms =
      Caffeine.newBuilder().maximumSize(ROOMS_MAX).expireAfterAccess(QUIET).build();
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder connections = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final Map<Dismissal, LongAdder> dismissals = new ConcurrentHashMap<>();

  /** Sessions that had a connection here lately. */
  private final Cache<SessionId, Boolean> seen =
      Caffeine.newBuilder().maximumSize(SEEN_MAX).expireAfterWrite(QUIET).build();

  public Hub(Store store, FrameEncoder encoder) {
    this.store = store;
    this.encoder = encoder;
  }

  /** From now on this connection gets what is said. What was said before it asks for. */
  public void connect(Outlet outlet) {
    connections.increment();
    if (seen.getIfPresent(outlet.session()) != null) reconnects.increment();
    outlets.merge(outlet.user(), List.of(outlet), Hub::plus);
  }

  public void disconnect(Outlet outlet) {
    connections.decrement();
    seen.put(outlet.session(), true);
    outlets.computeIfPresent(
        outlet.user(),
        (_, list) -> {
          var rest = list.stream().filter(other -> !other.equals(outlet)).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  private static List<Outlet> plus(List<Outlet> some, List<Outlet> more) {
    var all = new ArrayList<Outlet>(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  @Override
  public void appended(List<Message> entries) {
    var chat = entries.getFirst().chatId();
    if (outlets.isEmpty()) {
      // Nobody is here; a room that missed something must be read again.
      rooms.invalidate(chat);
      return;
    }
    room(chat).take(entries, (entry, audience) -> send(encoder.message(entry), audience));
  }

  /** Tells the others in a chat that somebody writes; nothing if they are not in it. */
  public void typing(ChatId chat, UserId user, boolean isTyping) {
    var others = room(chat).others(user);
    if (!others.isEmpty()) send(encoder.typing(chat, user, isTyping), others);
  }

  /** Tells the others in a small chat how far somebody has come. */
  public void moved(DeliveryState state) {
    if (outlets.isEmpty()) return;
    var others = room(state.chatId()).others(state.userId());
    if (others.isEmpty() || others.size() > RECEIPTS_MEMBERS_MAX) return;
    send(encoder.receipt(state), others);
  }

  private Room room(ChatId chat) {
    return rooms.get(chat, id -> new Room(id, store));
  }

  private void send(byte[] frame, Collection<UserId> users) {
    for (var user : users) {
      for (var outlet : outlets.getOrDefault(user, List.of())) {
        if (outlet.send(frame)) {
          deliveries.increment();
        } else {
          outlet.dismiss(Dismissal.SLOW_CONSUMER);
        }
      }
    }
  }

  @Override
  public void revoked(SessionId session) {
    dismiss(outlet -> outlet.session().equals(session), Dismissal.SESSION_REVOKED);
  }

  @Override
  public void revokedAll(UserId user, Optional<SessionId> kept) {
    for (var outlet : outlets.getOrDefault(user, List.of())) {
      if (!kept.equals(Optional.of(outlet.session()))) {
        outlet.dismiss(Dismissal.SESSION_REVOKED);
      }
    }
  }

  /** Asks everybody to come back elsewhere. */
  public void shutDown() {
    dismiss(_ -> true, Dismissal.SHUTTING_DOWN);
  }

  /** Something was missed: everybody comes again and catches up. */
  void startOver() {
    rooms.invalidateAll();
    dismiss(_ -> true, Dismissal.RESYNC);
  }

  private void dismiss(Predicate<Outlet> which, Dismissal why) {
    outlets.values().forEach(list -> list.stream().filter(which).forEach(o -> o.dismiss(why)));
  }

  /** Notes that a connection was closed by us. */
  public void dismissed(Dismissal why) {
    dismissals.computeIfAbsent(why, _ -> new LongAdder()).increment();
  }

  /** How many connections were closed by us for this. */
  public long dismissals(Dismissal why) {
    var count = dismissals.get(why);
    return count == null ? 0 : count.sum();
  }

  /** How many connections were opened by sessions that had one lately. */
  public long reconnects() {
    return reconnects.sum();
  }

  /** How many connections there are. */
  public long connections() {
    return connections.sum();
  }

  /** How many frames were handed to connections. */
  public long deliveries() {
    return deliveries.sum();
  }
}
