package dev.trestle.homeops.live;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

  private final Signals signals;
  private final Signals.Subscription subscription;
  private final Map<ChatId, Set<EventStream>> streams = new ConcurrentHashMap<>();

  public ChatEvents(Signals signals) {
    this.signals = signals;
    this.subscription = signals.subscribe(TOPIC, new Changes());
  }

  public void changed(ChatId chatId, Kind kind) {
    signals.publish(TOPIC, (kind.name() + ' ' + chatId.value()).getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a chat's changes to a stream until it ends. */
  public Runnable follow(ChatId chatId, EventStream stream) {
    streams.computeIfAbsent(chatId, _ -> ConcurrentHashMap.newKeySet()).add(stream);
    return () ->
        streams.computeIfPresent(
            chatId,
            (_, open) -> {
              open.remove(stream);
              return open.isEmpty() ? null : open;
            });
  }

  /** How many streams are open. */
  public long open() {
    return streams.values().stream().mapToLong(Set::size).sum();
  }

  @Override
  public void close() {
    subscription.close();
    streams.values().forEach(open -> open.forEach(EventStream::end));
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
      streams.keySet().forEach(chat -> send(chat, "missed"));
    }

    private void send(ChatId chatId, String kind) {
      var event = LiveEvent.json("changed", Map.of("kind", kind));
      streams.getOrDefault(chatId, Set.of()).forEach(stream -> stream.send(event));
    }
  }
}
