package dev.trestle.bench.stak;

import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.Stak;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
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
 * Makes very many users known at once. Writes the same items as Stak, but in batches instead of a
 * transaction for each user, since nobody else writes yet.
 */
final class BulkUsers {
  static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");
  private static final int BATCH = 25;
  private static final int WRITERS = 16;

  private static final BatchWrite<UserInboxKey, KnownUser> KNOWN =
      Broadcasts.KNOWN
          .batchWrite("bulk.known", "known users", UserInboxKey.class)
          .typically(BATCH)
          .load(perSecond(1))
          .build();

  private static final BatchWrite<OfShard, KnownCount> NUMBERS =
      Broadcasts.KNOWN_COUNT
          .batchWrite("bulk.numbers", "the number of known users", OfShard.class)
          .typically(Broadcasts.SHARDS)
          .load(perSecond(1))
          .build();

  /** The same items as Stak's counts, but without a version: a batch cannot check versions. */
  private static final Entity<Counts> FIRST_COUNTS =
      Inboxes.COUNTS
          .table()
          .entity(Counts.class, lookup())
          .partition(template(Inboxes.COUNTS.keys().partition()))
          .sort(template(Inboxes.COUNTS.keys().sort().orElseThrow()))
          .snakeCase()
          .epochSeconds(Counts::lastUpdated)
          .epochSeconds(Counts::settledAt)
          .maxBytes(Inboxes.COUNTS.maxBytes())
          .population(Inboxes.COUNTS.population())
          .example(Inboxes.COUNTS.example());

  private static final BatchWrite<UserInboxKey, Counts> COUNTS =
      FIRST_COUNTS
          .batchWrite("bulk.counts", "counts of known users", UserInboxKey.class)
          .typically(BATCH)
          .load(perSecond(1))
          .build();

  private static final Model MODEL =
      Model.named("bulk")
          .entities(Broadcasts.KNOWN, Broadcasts.KNOWN_COUNT, FIRST_COUNTS)
          .patterns(KNOWN, NUMBERS, COUNTS)
          .build();

  private final Store store;
  private final UserInboxes inboxes;
  private final AtomicLongArray numbers = new AtomicLongArray(Broadcasts.SHARDS);

  BulkUsers(DynamoDbClient client, Stak stak) {
    this.store = Store.of(MODEL, client, StoreOptions.standard());
    this.inboxes = stak.inboxes();
  }

  private static KeyTemplate template(Key key) {
    if (key instanceof Key.Text(var template)) return template;
    throw new IllegalStateException("Stak's keys are texts");
  }

  static String user(int number) {
    return String.format(Locale.ROOT, "user%07d", number);
  }

  /** Makes users known, up to {@code end} exclusively. Call it once for each user. */
  void register(int first, int end) {
    var next = new AtomicInteger(first);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WRITERS; i++) {
        threads.execute(() -> {
          for (int from = next.getAndAdd(BATCH); from < end; from = next.getAndAdd(BATCH)) {
            write(from, Math.min(end, from + BATCH));
          }
        });
      }
    }
    var counts =
        LongStream.range(0, Broadcasts.SHARDS)
            .mapToObj(shard ->
                new KnownCount(INBOX.tenant(), INBOX.inbox(), shard, numbers.get((int) shard)))
            .toList();
    store.run(NUMBERS, counts, List.of());
  }

  private void write(int from, int to) {
    var newcomers =
        IntStream.range(from, to)
            .mapToObj(number -> inboxes.newcomer(INBOX.user(new UserId(user(number)))))
            .toList();
    // Only their sum is read, so that it does not matter which shard counts a user.
    for (int user = from; user < to; user++) numbers.incrementAndGet(user % Broadcasts.SHARDS);
    store.run(KNOWN, newcomers.stream().map(Broadcasts.Newcomer::known).toList(), List.of());
    store.run(COUNTS, newcomers.stream().map(BulkUsers::counts).toList(), List.of());
  }

  /** The counts with the version that a first write gives them. */
  private static Counts counts(Broadcasts.Newcomer newcomer) {
    var made = newcomer.counts();
    return new Counts(
        made.tenant(),
        made.user(),
        made.inbox(),
        made.count(),
        made.categories(),
        made.unseen(),
        made.lastUpdated(),
        made.generation(),
        made.marks(),
        made.seenGeneration(),
        made.broadcastsMissed(),
        made.broadcastsSeen(),
        made.settledAt(),
        made.snoozes(),
        made.muted(),
        made.version() + 1);
  }
}
