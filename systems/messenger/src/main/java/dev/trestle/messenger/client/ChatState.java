package dev.trestle.messenger.client;

import com.fasterxml.jackson.databind.JsonNode;

/** How far a client has received one chat. Guarded by its client. */
final class ChatState {
  /** Nothing received yet: the first entry may have any number. */
  static final long NOTHING = 0;

  private long last;
  private long highest;
  private boolean isSyncing;

  ChatState(long last) {
    this.last = last;
    this.highest = last;
  }

  long last() {
    return last;
  }

  /** Accepts the next entry; false for a repeated one, or if entries before it are missing. */
  boolean take(long sequence) {
    highest = Math.max(highest, sequence);
    if (isSyncing || sequence != last + 1 || last == NOTHING) return false;
    last = sequence;
    return true;
  }

  /** Accepts an entry of a sync response; false for a repeated one. */
  boolean takeSynced(JsonNode entry) {
    long sequence = entry.path("sequence").asLong();
    if (sequence <= last) return false;
    // A member who was removed and added again sees the log from the second joining on.
    boolean isReturn = entry.path("kind").asText().equals("joined");
    if (last != NOTHING && sequence != last + 1 && !isReturn) {
      throw new IllegalStateException("a sync response has a gap after " + last);
    }
    last = sequence;
    highest = Math.max(highest, sequence);
    return true;
  }

  /** Starts a sync if entries are missing and none is under way. */
  boolean startSync() {
    if (isSyncing || (highest <= last && last != NOTHING)) return false;
    isSyncing = true;
    return true;
  }

  void forceSync() {
    isSyncing = true;
  }

  void endSync() {
    isSyncing = false;
  }
}
