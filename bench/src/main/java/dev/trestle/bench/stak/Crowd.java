package dev.trestle.bench.stak;

import static dev.trestle.model.Load.perSecond;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Model;
import dev.trestle.stak.Stak;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Makes very many users known at once. Their items are those that Stak writes for each in a
 * transaction; here without, since nobody else is there yet.
 */
final class Crowd {
  static final String TENANT = "acme";
  static final String INBOX = "DEFAULT";
  private static final int AT_ONCE = 25;
  private static final int WRITERS = 64;

  record OfKnown(String tenant, String inbox, long shard, String user) {}

  private static final BatchWrite<OfKnown, KnownUser> KNOWN =
      Broadcasts.KNOWN
          .batchWrite("crowd.known", "users who are known", OfKnown.class)
          .typically(AT_ONCE)
          .load(perSecond(1))
          .build();

  private static final BatchWrite<OfShard, KnownCount> NUMBERS =
      Broadcasts.KNOWN_COUNT
          .batchWrite("crowd.numbers", "how many are known", OfShard.class)
          .typically(Broadcasts.SHARDS)
          .load(perSecond(1))
          .build();

  private static final Model MODEL =
      Model.named("crowd")
          .entities(Broadcasts.KNOWN, Broadcasts.KNOWN_COUNT)
          .patterns(KNOWN, NUMBERS)
          .build();

  private final Store store;
  private final Store stak;
  private final Mailroom room;

  Crowd(DynamoDbClient client, Stak stak) {
    this.store = Store.of(MODEL, client, StoreOptions.standard());
    this.stak = stak.store();
    this.room = stak.room();
  }

  static String user(int number) {
    return String.format(Locale.ROOT, "user%07d", number);
  }

  /** Makes users 0 to this number known. */
  void register(int users) {
    var numbers = new AtomicLongArray(Broadcasts.SHARDS);
    var next = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WRITERS; i++) {
        threads.execute(() -> {
          for (int from = next.getAndAdd(AT_ONCE); from < users; from = next.getAndAdd(AT_ONCE)) {
            register(from, Math.min(users, from + AT_ONCE), numbers);
          }
        });
      }
    }
    var counts =
        LongStream.range(0, Broadcasts.SHARDS)
            .mapToObj(shard -> new KnownCount(TENANT, INBOX, shard, numbers.get((int) shard)))
            .toList();
    store.run(NUMBERS, counts, List.of());
  }

  private void register(int from, int to, AtomicLongArray numbers) {
    var newcomers =
        IntStream.range(from, to)
            .mapToObj(number -> room.newcomer(new OfInbox(TENANT, user(number), INBOX)))
            .toList();
    for (var newcomer : newcomers) numbers.incrementAndGet((int) newcomer.known().shard());
    store.run(KNOWN, newcomers.stream().map(Broadcasts.Newcomer::known).toList(), List.of());
    // Counts have versions, and what has versions is put one by one.
    for (var newcomer : newcomers) stak.run(Inboxes.REPLACE_COUNTS, newcomer.counts());
  }
}
