package dev.trestle.messenger.client;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;

/**
 * Which chats are being synced and which wait, so that few are at a time. Guarded by its client.
 */
final class SyncQueue {
  private static final int RUNNING_MAX = 4;

  private final Set<String> running = new HashSet<>();
  private final SequencedSet<String> waiting = new LinkedHashSet<>();

  /** Whether the chat may be synced now; otherwise it waits. */
  boolean start(String chat) {
    if (running.contains(chat)) return true;
    if (running.size() < RUNNING_MAX) return running.add(chat);
    waiting.add(chat);
    return false;
  }

  boolean isRunning(String chat) {
    return running.contains(chat);
  }

  /** Ends a chat's sync and returns the chat that is next. */
  Optional<String> end(String chat) {
    if (!running.remove(chat) || waiting.isEmpty()) return Optional.empty();
    var next = waiting.removeFirst();
    running.add(next);
    return Optional.of(next);
  }

  void clear() {
    running.clear();
    waiting.clear();
  }
}
