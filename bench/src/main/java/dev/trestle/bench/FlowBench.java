package dev.trestle.bench;

import dev.trestle.bench.FlowItems.Ending;
import dev.trestle.bench.FlowItems.UpTo;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.schedule.DueItems;
import dev.trestle.platform.schedule.ScheduleModel;
import dev.trestle.platform.schedule.ScheduleOptions;
import dev.trestle.platform.schedule.TableSchedule;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/**
 * Work queue, change feed and schedule on the embedded engine: the throughput with a backlog and
 * handlers that do nothing, and the latency of a single item.
 */
final class FlowBench {
  private static final int WRITERS = 32;
  private static final int SINGLE_ONES = 500;

  private final PrintStream out;
  private final int items;
  private final Path root;

  FlowBench(PrintStream out, int items, Path root) {
    this.out = out;
    this.items = items;
    this.root = root;
  }

  void run() {
    var warm = new FlowBench(new PrintStream(OutputStream.nullOutputStream()), items / 4, root);
    warm.all("", EngineOptions.inMemory());
    out.printf("%d of each, written by %d at a time%n", items, WRITERS);
    out.printf("%-10s %-28s %10s %9s %9s%n", "", "", "a second", "p50 ms", "p99 ms");
    all("memory", EngineOptions.inMemory());
    all("durable", EngineOptions.at(root.resolve("durable")));
  }

  private void all(String mode, EngineOptions options) {
    try (var trestle = Trestle.open(options)) {
      var models =
          List.of(FlowItems.MODEL, QueueModel.MODEL, LeaseModel.MODEL, ScheduleModel.MODEL);
      for (var model : models) TableCreation.create(model, trestle.client(), "");
      var standard = StoreOptions.standard();
      var queue = new TableQueue(trestle.client(), standard, QueueOptions.of("bench"));
      queue(mode, queue);
      var store = Store.of(FlowItems.MODEL, trestle.client(), standard);
      feed(mode, trestle, standard, store);
      schedule(mode, trestle, standard, queue, store);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void queue(String mode, TableQueue queue) throws InterruptedException {
    rate(mode, "queue: enqueue", writing(i -> queue.enqueue(work("job-" + i))));
    var done = new CountDownLatch(items);
    long start = System.nanoTime();
    var worker =
        queue.work(
            "bench",
            WorkOptions.STANDARD.concurrency(WRITERS),
            _ -> {
              done.countDown();
              return JobOutcome.done();
            });
    done.await();
    rate(mode, "queue: claim, handle, end", System.nanoTime() - start);
    worker.close();
    var arrived = new ArrayBlockingQueue<Long>(1);
    var latencies = new Latencies();
    try (var _ =
        queue.work(
            "bench",
            WorkOptions.STANDARD,
            _ -> {
              arrived.put(System.nanoTime());
              return JobOutcome.done();
            })) {
      for (int i = 0; i < SINGLE_ONES; i++) {
        queue.enqueue(work("single-" + i));
        long enqueued = System.nanoTime();
        latencies.add(arrived.take() - enqueued);
      }
    }
    latency(mode, "queue: enqueued to handler", latencies);
  }

  private static NewJob work(String id) {
    return new NewJob("bench", id, "a reference to what is to be done", Instant.now());
  }

  private void feed(String mode, Trestle trestle, StoreOptions standard, Store store)
      throws InterruptedException {
    rate(mode, "write with stream, index", writing(i -> write(store, i, Optional.empty())));
    var feed =
        new StreamFeed(
            trestle.client(),
            trestle.streamsClient(),
            standard,
            FeedOptions.woken("bench", trestle.engine()::awaitRecords));
    var backlog = new CountDownLatch(items);
    var arrived = new ArrayBlockingQueue<Long>(1);
    var latencies = new Latencies();
    long start = System.nanoTime();
    var consumer =
        new ChangeConsumer() {
          @Override
          public void changed(List<Change> changes) throws InterruptedException {
            for (var change : changes) {
              if (change.after(FlowItems.THING_OF).isEmpty()) throw new IllegalStateException();
              if (backlog.getCount() > 0) {
                backlog.countDown();
              } else {
                arrived.put(System.nanoTime());
              }
            }
          }

          @Override
          public void gap(String shard) {
            throw new IllegalStateException("a gap");
          }
        };
    try (var _ = feed.follow("bench", FlowItems.TABLE, Start.HORIZON, consumer)) {
      backlog.await();
      rate(mode, "feed: changes to records", System.nanoTime() - start);
      for (int i = 0; i < SINGLE_ONES; i++) {
        write(store, items + i, Optional.empty());
        long committed = System.nanoTime();
        latencies.add(arrived.take() - committed);
      }
    }
    latency(mode, "feed: committed to consumer", latencies);
  }

  private void schedule(
      String mode, Trestle trestle, StoreOptions standard, TableQueue queue, Store store)
      throws InterruptedException {
    var due = Optional.of(Instant.ofEpochMilli(standard.clock().millis()));
    writing(i -> write(store, i, due));
    var schedule =
        new TableSchedule(trestle.client(), standard, queue, ScheduleOptions.of("bench"));
    var dueItems = new DueItems<>("bench", store, FlowItems.DUE, FlowItems.SHARDS, UpTo::new);
    var done = new CountDownLatch(items);
    long start = System.nanoTime();
    try (var _ =
        schedule.due(
            dueItems,
            thing -> {
              if (store.run(FlowItems.END, new Ending(thing.thing(), false)).isDone())
                done.countDown();
            })) {
      done.await();
      rate(mode, "schedule: due items ended", System.nanoTime() - start);
    }
  }

  private static void write(Store store, int number, Optional<Instant> due) {
    store.run(FlowItems.WRITE, FlowItems.thing(number, due));
  }

  /** Returns how long writing all of them takes. */
  private long writing(IntConsumer one) {
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int writer = 0; writer < WRITERS; writer++) {
        int first = writer;
        threads.execute(() -> {
          for (int i = first; i < items; i += WRITERS) one.accept(i);
        });
      }
    }
    return System.nanoTime() - start;
  }

  private void rate(String mode, String what, long nanos) {
    out.printf(Locale.ROOT, "%-10s %-28s %10.0f%n", mode, what, items / (nanos / 1e9));
  }

  private void latency(String mode, String what, Latencies latencies) {
    out.printf(
        Locale.ROOT,
        "%-10s %-28s %10s %9.2f %9.2f%n",
        mode,
        what,
        "",
        latencies.micros(0.5) / 1000,
        latencies.micros(0.99) / 1000);
  }
}
