package dev.trestle.homeops.chat;

import dev.trestle.homeops.model.Source;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The kinds of chats that are served. */
public final class ChatAdapters {
  private final Map<Source, ChatAdapter> bySource = new ConcurrentHashMap<>();

  public ChatAdapters add(ChatAdapter adapter) {
    bySource.put(adapter.source(), adapter);
    return this;
  }

  /** The adapter of a source; empty if this server does not serve it. */
  public Optional<ChatAdapter> of(Source source) {
    return Optional.ofNullable(bySource.get(source));
  }

  public Collection<ChatAdapter> all() {
    return bySource.values();
  }
}
