package dev.trestle.cli.migrate;

import dev.trestle.cli.migrate.Parcels.After;
import dev.trestle.cli.migrate.Parcels.After.InState;
import dev.trestle.cli.migrate.Parcels.After.Moved;
import dev.trestle.cli.migrate.Parcels.After.Parcel;
import dev.trestle.cli.migrate.Parcels.After.Weighed;
import dev.trestle.cli.migrate.Parcels.Before;
import dev.trestle.cli.migrate.Parcels.OfParcel;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Readers and writers of the new declaration, while its items are migrated, and what they expect.
 * Every tenth parcel changes all the time; each of those has one writer, who knows what it has to
 * be. The others never change. What was seen and must not be is a violation.
 */
final class MigrationLoad implements AutoCloseable {
  private static final Instant DAY = Instant.parse("2026-03-01T08:00:00Z");
  private static final int WRITERS = 2;
  private static final int BATCH = 25;
  private static final int IN_STATE = 50;
  private static final int CHANGING = 10;

  /** From this number of items on, the migration takes minutes, and the load pauses longer. */
  private static final int MANY_ITEMS = 100_000;

  private static final int DELETE = 0;
  private static final int PUT = 1;

  private final Store store;
  private final int items;
  private final long seed;

  /** After each call of a thread; leaves some of the processor to the migration. */
  private final long pauseNanos;

  /** What a changing parcel is after the last write that was answered; empty if deleted. */
  private final AtomicReferenceArray<Optional<Parcel>> expected;

  /** How often each parcel was written, by writes that were answered. */
  private final AtomicLongArray revisions;

  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong indexReads = new AtomicLong();
  private volatile boolean stopped;

  MigrationLoad(DynamoDbClient client, int items, long seed) {
    this.store = Store.of(After.MODEL, client);
    this.items = items;
    this.seed = seed;
    this.pauseNanos = items < MANY_ITEMS ? 500_000 : 3_000_000;
    this.expected = new AtomicReferenceArray<>(items);
    this.revisions = new AtomicLongArray(items);
  }

  /** Writes the parcels as the former declaration did. */
  void fill(Store before) {
    var batch = new ArrayList<Before.OldParcel>();
    for (int i = 0; i < items; i++) {
      var one = first(i);
      batch.add(
          new Before.OldParcel(one.sender(), one.id(), one.state(), one.posted(), one.grams(), 0));
      if (i % CHANGING == 0) expected.set(i, Optional.of(one));
      if (batch.size() == BATCH || i == items - 1) {
        before.run(Before.LOAD, batch, List.of());
        batch.clear();
      }
    }
  }

  /** A parcel as it was first written; its weight says which one it is. */
  private static Parcel first(int number) {
    var state = number % CHANGING == 0 ? "moving" : "s" + number / IN_STATE;
    return new Parcel(
        "s" + number % 100,
        "p" + number,
        state,
        DAY.plusMillis(number % 1000),
        weight(number, 0),
        "standard",
        0);
  }

  /** The weight tells which parcel it is and how often it was written. */
  private static long weight(int number, long revision) {
    return number * 1000L + revision % 1000;
  }

  void start() {
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      run("writer", new SplittableRandom(seed + i), random -> write(writer, random));
    }
    run("reader", new SplittableRandom(seed + 10), this::read);
    run("index reader", new SplittableRandom(seed + 11), this::readIndex);
  }

  private interface Work {
    void once(SplittableRandom random);
  }

  private void run(String name, SplittableRandom random, Work work) {
    threads.add(
        Thread.ofPlatform()
            .name(name)
            .start(() -> {
              while (!stopped) {
                try {
                  work.once(random);
                } catch (RuntimeException e) {
                  violations.add(name + ": " + e);
                }
                LockSupport.parkNanos(pauseNanos);
              }
            }));
  }

  /** One write of a parcel that only this writer changes. */
  private void write(int writer, SplittableRandom random) {
    int owned = random.nextInt((items + CHANGING - 1) / CHANGING) / WRITERS * WRITERS + writer;
    int number = owned * CHANGING;
    if (number >= items) return;
    var known = expected.get(number);
    var now = known.orElseGet(() -> first(number));
    long revision = revisions.get(number) + 1;
    var weighed = weight(number, revision);
    writes.incrementAndGet();
    switch (known.isEmpty() ? PUT : random.nextInt(8)) {
      case DELETE -> {
        if (!store.run(After.DELETE, new OfParcel(now.sender(), now.id())).isDone()) lost(number);
        expected.set(number, Optional.empty());
      }
      case PUT -> settle(number, store.run(After.PUT, with(now, weighed, revision)).done());
      case 2, 3, 4 -> {
        var given = new Weighed(now.sender(), now.id(), weighed, revision);
        settle(number, store.run(After.WEIGH, given).done());
      }
      default -> {
        var state = "m" + random.nextInt(5);
        var moved = new Moved(now.sender(), now.id(), state, now.posted(), revision);
        settle(number, store.run(After.MOVE, moved).done());
      }
    }
    revisions.set(number, revision);
  }

  private void settle(int number, Optional<Parcel> written) {
    if (written.isEmpty()) lost(number);
    else expected.set(number, written);
  }

  private void lost(int number) {
    violations.add("parcel %d was lost".formatted(number));
  }

  private static Parcel with(Parcel old, long grams, long revision) {
    return new Parcel(
        old.sender(), old.id(), old.state(), old.posted(), grams, old.service(), revision);
  }

  /** A read sees what was written before it, or something later. */
  private void read(SplittableRandom random) {
    int number = random.nextInt(items);
    long answered = revisions.get(number);
    var key = first(number);
    var found = store.run(After.ONE, new OfParcel(key.sender(), key.id()));
    reads.incrementAndGet();
    if (number % CHANGING != 0) {
      if (!found.equals(Optional.of(key))) {
        violations.add("parcel %d is %s".formatted(number, found));
      }
    } else if (found.isPresent()) {
      boolean other = found.get().grams() / 1000 != number;
      if (other || found.get().revision() < answered) {
        violations.add("parcel %d is %s after %d".formatted(number, found, answered));
      }
    }
  }

  /** The index shows all parcels that do not change, or cannot be read. */
  private void readIndex(SplittableRandom random) {
    try {
      checkState(random.nextInt((items + IN_STATE - 1) / IN_STATE));
      indexReads.incrementAndGet();
    } catch (DynamoDbException e) {
      if (e.statusCode() != 400) throw e; // Else the index is not there yet.
    }
  }

  private void checkState(int state) {
    var day = LocalDate.ofInstant(DAY, ZoneOffset.UTC);
    var found =
        store.stream(After.STATES, new InState("s" + state, day), 2 * IN_STATE)
            .map(Parcel::id)
            .collect(Collectors.toSet());
    for (int i = state * IN_STATE; i < Math.min(items, (state + 1) * IN_STATE); i++) {
      if (i % CHANGING != 0 && !found.contains("p" + i)) {
        violations.add("parcel %d is missing in the index".formatted(i));
      }
    }
  }

  void stop() {
    stopped = true;
    for (var thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    threads.clear();
  }

  /** Compares everything that is stored with what it has to be, once all is done. */
  void check(DynamoDbClient client) {
    for (int i = 0; i < items; i++) {
      var key = first(i);
      var found = store.run(After.ONE, new OfParcel(key.sender(), key.id()));
      var wanted = i % CHANGING == 0 ? expected.get(i) : Optional.of(key);
      if (!found.equals(wanted)) {
        violations.add("parcel %d is %s, not %s".formatted(i, found, wanted));
      }
    }
    for (int i = 0; i < (items + IN_STATE - 1) / IN_STATE; i++) checkState(i);
    var declared = new DeclaredItems<>(After.PARCELS);
    for (var page : client.scanPaginator(ask -> ask.tableName("parcels"))) {
      for (var item : page.items()) {
        if (declared.rewrite(item).isPresent()) {
          violations.add("not stored as declared: " + item.get("sk"));
        }
      }
    }
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  boolean isBusy() {
    return reads.get() > 0 && writes.get() > 0;
  }

  String summary() {
    return "reads=%d index_reads=%d writes=%d"
        .formatted(reads.get(), indexReads.get(), writes.get());
  }

  @Override
  public void close() {
    stop();
  }
}
