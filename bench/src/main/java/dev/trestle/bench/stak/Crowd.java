package dev.trestle.bench.stak;

import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.Stak;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
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
  private static final int WRITERS = 16;

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

  /** The same items as Stak's counts, but free of versions: what has them is put one by one. */
  private static final Entity<Counts> FIRST_COUNTS =
      Inboxes.COUNTS
          .table()
          .entity(Counts.class, lookup())
          .partition(template(Inboxes.COUNTS.keys().partition()))
          .sort(template(Inboxes.COUNTS.keys().sort().orElseThrow()))
          .snakeCase()
          .epochSeconds(Counts::lastUpdated)
          .epochSeconds(Counts::settled)
          .maxBytes(Inboxes.COUNTS.maxBytes())
          .population(Inboxes.COUNTS.population())
          .example(Inboxes.COUNTS.example());

  private static final BatchWrite<OfInbox, Counts> COUNTS =
      FIRST_COUNTS
          .batchWrite("crowd.counts", "counts of users who are known", OfInbox.class)
          .typically(AT_ONCE)
          .load(perSecond(1))
          .build();

  private static final Model MODEL =
      Model.named("crowd")
          .entities(Broadcasts.KNOWN, Broadcasts.KNOWN_COUNT, FIRST_COUNTS)
          .patterns(KNOWN, NUMBERS, COUNTS)
          .build();

  private final Store store;
  private final Mailroom room;
  private final AtomicLongArray numbers = new AtomicLongArray(Broadcasts.SHARDS);

  Crowd(DynamoDbClient client, Stak stak) {
    this.store = Store.of(MODEL, client, StoreOptions.standard());
    this.room = stak.room();
  }

  private static KeyTemplate template(Key key) {
    if (key instanceof Key.Text(var template)) return template;
    throw new IllegalStateException("Stak's keys are texts");
  }

  static String user(int number) {
    return String.format(Locale.ROOT, "user%07d", number);
  }

  /** Makes users known, up to but without the last number. Each may be made known once. */
  void register(int first, int end) {
    var next = new AtomicInteger(first);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WRITERS; i++) {
        threads.execute(() -> {
          for (int from = next.getAndAdd(AT_ONCE); from < end; from = next.getAndAdd(AT_ONCE)) {
            write(from, Math.min(end, from + AT_ONCE));
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

  private void write(int from, int to) {
    var newcomers =
        IntStream.range(from, to)
            .mapToObj(number -> room.newcomer(new OfInbox(TENANT, user(number), INBOX)))
            .toList();
    for (var newcomer : newcomers) numbers.incrementAndGet((int) newcomer.known().shard());
    store.run(KNOWN, newcomers.stream().map(Broadcasts.Newcomer::known).toList(), List.of());
    store.run(COUNTS, newcomers.stream().map(Crowd::counts).toList(), List.of());
  }

  /** As they are once they were written: of version 1. */
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
        made.publicFrom(),
        made.publicShown(),
        made.settled(),
        made.snoozes(),
        made.muted(),
        made.version() + 1);
  }
}
