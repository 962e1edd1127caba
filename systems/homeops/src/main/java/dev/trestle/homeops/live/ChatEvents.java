package dev.trestle.homeops.live;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Notifies open pages that something in their chat has changed, so that they reload. */
public final class ChatEvents implements AutoCloseable {
  /** What has changed. */
  public enum Kind {
    message,
    activity,
    promise,
    decision,
    household
  }

  private static final String TOPIC = "homeops-chats";
  private static final int STREAMS_PER_USER_MAX = 20;

  /** An open page, and the account of its user. */
  private record Follower(String account, EventStream stream) {}

  private final Signals signals;
  private final Signals.Subscription subscription;
  private final Map<ChatId, Set<Follower>> followers = new ConcurrentHashMap<>();

  public ChatEvents(Signals signals) {
    this.signals = signals;
    this.subscription = signals.subscribe(TOPIC, new Changes());
  }

  public void changed(ChatId chatId, Kind kind) {
    signals.publish(TOPIC, (kind.name() + ' ' + chatId.value()).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Checks that a user can open one more stream.
   *
   * @throws Refusal.TooManyStreams if the user has as many as allowed
   */
  public void checkRoom(String account) {
    long own = all().filter(follower -> follower.account().equals(account)).count();
    if (own >= STREAMS_PER_USER_MAX) {
      throw new Refusal.TooManyStreams();
    }
  }

  /** Sends a chat's changes to a user's stream until it ends. */
  public Runnable follow(ChatId chatId, String account, EventStream stream) {
    var follower = new Follower(account, stream);
    // Added within the map: otherwise the chat's last stream, as it ends, could drop the set.
    followers.compute(
        chatId,
        (_, known) -> {
          var open = known == null ? ConcurrentHashMap.<Follower>newKeySet() : known;
          open.add(follower);
          return open;
        });
    return () ->
        followers.computeIfPresent(
            chatId,
            (_, open) -> {
              open.remove(follower);
              return open.isEmpty() ? null : open;
            });
  }

  /** How many streams are open. */
  public long open() {
    return all().count();
  }

  private Stream<Follower> all() {
    return followers.values().stream().flatMap(Set::stream);
  }

  @Override
  public void close() {
    subscription.close();
    all().forEach(follower -> follower.stream().end());
  }

  private final class Changes implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      var text = new String(message, StandardCharsets.UTF_8);
      int space = text.indexOf(' ');
      send(new ChatId(text.substring(space + 1)), text.substring(0, space));
    }

    @Override
    public void missed() {
      followers.keySet().forEach(chat -> send(chat, "missed"));
    }

    private void send(ChatId chatId, String kind) {
      var event = LiveEvent.json("changed", Map.of("kind", kind));
      followers.getOrDefault(chatId, Set.of()).forEach(follower -> follower.stream().send(event));
    }
  }
}
