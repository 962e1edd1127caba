package dev.trestle.messenger.client;

import com.fasterxml.jackson.databind.JsonNode;

/** What a client has of one chat. Guarded by its client. */
final class ChatState {
  /** Nothing was received yet: the first entry may have any number. */
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

  /** Whether this entry is the next one; if not, it was had before or some before it were not. */
  boolean take(long sequence) {
    highest = Math.max(highest, sequence);
    if (isSyncing || sequence != last + 1 || last == NOTHING) return false;
    last = sequence;
    return true;
  }

  /** The same for an entry that was asked for. */
  boolean takeSynced(JsonNode entry) {
    long sequence = entry.path("sequence").asLong();
    if (sequence <= last) return false;
    // Who was out for a while is shown the log again from where they came back.
    boolean isReturn = entry.path("kind").asText().equals("joined");
    if (last != NOTHING && sequence != last + 1 && !isReturn) {
      throw new IllegalStateException("a hole behind " + last + " in what was asked for");
    }
    last = sequence;
    highest = Math.max(highest, sequence);
    return true;
  }

  /** Whether something is missing that is not being asked for; from now on it is. */
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
