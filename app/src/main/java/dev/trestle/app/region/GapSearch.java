package dev.trestle.app.region;

import dev.trestle.messenger.message.LogGaps.Gap;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.Messages;
import dev.trestle.model.Table;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds numbers that are missing in the logs of chats. It reads three whole tables: the entries,
 * and the heads and watermarks, which may name entries that were lost at the end of a log.
 */
public final class GapSearch {
  private static final String CHAT = "chat_id";
  private static final String SEQUENCE = "sequence";
  private static final String HEAD = "sequence_counter";
  private static final String ACKED = "last_acked_sequence";
  private static final String READ = "last_read_sequence";

  private final DynamoDbClient client;
  private final String prefix;
  private final Store store;
  private final List<Gap> gaps = new ArrayList<>();

  /** The newest entry of each chat. */
  private final Map<ChatId, Long> newest = new HashMap<>();

  /**
   * Creates a search.
   *
   * @param prefix of the names of tables
   * @param store of Messenger
   */
  public GapSearch(DynamoDbClient client, String prefix, Store store) {
    this.client = client;
    this.prefix = prefix;
    this.store = store;
  }

  /** Returns the gaps of all chats. Nothing may be written meanwhile. */
  public List<Gap> run() {
    readEntries();
    var known = new HashMap<ChatId, Long>();
    readNumbers(ChatCounters.TABLE, known, HEAD);
    readNumbers(DeliveryStates.TABLE, known, ACKED, READ);
    known.forEach((chat, number) -> add(chat, newest.getOrDefault(chat, 0L) + 1, number));
    return List.copyOf(gaps);
  }

  /** A scan returns the entries of a chat one after the other, in order. */
  private void readEntries() {
    for (var item : items(Messages.TABLE, CHAT, SEQUENCE)) {
      var chat = chat(item);
      long number = number(item, SEQUENCE).orElseThrow();
      var before = newest.put(chat, number);
      add(chat, (before == null ? lastInColdStorage(chat, number) : before) + 1, number - 1);
    }
  }

  /** Returns up to where cold storage has the entries before the first one in the table. */
  private long lastInColdStorage(ChatId chat, long firstInTable) {
    long last = 0;
    while (last < firstInTable - 1) {
      long next = last + 1;
      var segment =
          store
              .first(MessageSegments.FROM, new MessageSegments.From(chat, next))
              .filter(found -> found.firstSequence() <= next);
      if (segment.isEmpty()) break;
      last = segment.get().lastSequence();
    }
    return last;
  }

  private void readNumbers(Table table, Map<ChatId, Long> known, String... names) {
    var read = new ArrayList<>(List.of(names));
    read.add(CHAT);
    for (var item : items(table, read.toArray(String[]::new))) {
      for (var name : names) {
        number(item, name).ifPresent(number -> known.merge(chat(item), number, Math::max));
      }
    }
  }

  private void add(ChatId chat, long first, long last) {
    if (first <= last) gaps.add(new Gap(chat, first, last));
  }

  private Iterable<Map<String, AttributeValue>> items(Table table, String... names) {
    var placeholders = new HashMap<String, String>();
    for (int i = 0; i < names.length; i++) placeholders.put("#" + i, names[i]);
    return client
        .scanPaginator(request ->
            request
                .tableName(prefix + table.name())
                .consistentRead(true)
                .projectionExpression(String.join(",", placeholders.keySet()))
                .expressionAttributeNames(placeholders))
        .items();
  }

  private static ChatId chat(Map<String, AttributeValue> item) {
    return new ChatId(Objects.requireNonNull(item.get(CHAT), CHAT).s());
  }

  private static Optional<Long> number(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(value -> Long.valueOf(value.n()));
  }
}
