package dev.trestle.messenger.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.history.SeenEntry;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** What a device has of a chat. Thread-safe. */
final class Replica {
  private final String me;
  private final TreeMap<Long, SeenEntry> entries = new TreeMap<>();

  /** Where this person joined, as far as the device knows. */
  private long joined;

  private long position;

  Replica(String me) {
    this.me = me;
  }

  static SeenEntry entry(JsonNode node) {
    return new SeenEntry(
        node.path("sequence").asLong(),
        node.path("message_id").asText(),
        node.path("sender_id").asText(),
        node.path("client_message_id").asText(),
        node.path("kind").asText(),
        Optional.of(node.path("member_id").asText()).filter(id -> !id.isEmpty()),
        Optional.of(node.path("target_sequence").asLong()).filter(target -> target > 0),
        node.path("content").asText());
  }

  synchronized void add(SeenEntry entry) {
    entries.put(entry.sequence(), entry);
    boolean isOwn = entry.member().filter(me::equals).isPresent();
    if (isOwn && entry.kind().equals(SeenEntry.JOINED) && entry.sequence() > joined) {
      joined = entry.sequence();
      position = joined;
    }
    while (entries.containsKey(position + 1)) position++;
  }

  /** Up to where there is no hole. */
  synchronized long position() {
    return position;
  }

  /** Whether something came that does not follow what is here. */
  synchronized boolean hasHole() {
    return !entries.isEmpty() && entries.lastKey() > position;
  }

  synchronized List<SeenEntry> recent(int most) {
    return entries.descendingMap().values().stream().limit(most).toList();
  }

  synchronized List<SeenEntry> entries() {
    return List.copyOf(entries.values());
  }
}
