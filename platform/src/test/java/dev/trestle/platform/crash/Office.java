package dev.trestle.platform.crash;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.crash.Ledger.Counting;
import dev.trestle.platform.crash.Ledger.Entry;
import dev.trestle.platform.crash.Ledger.Named;
import dev.trestle.platform.crash.Ledger.Posting;
import dev.trestle.platform.crash.Ledger.Told;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed.Start;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.schedule.Cadence;
import dev.trestle.platform.schedule.Recurring;
import dev.trestle.platform.schedule.ScheduleModel;
import dev.trestle.platform.schedule.ScheduleOptions;
import dev.trestle.platform.schedule.TableSchedule;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The whole of it in one process on durable data, as a system would have it. */
final class Office implements AutoCloseable {
  static final int ENTRIES = 6;
  private static final Duration TICK = Duration.ofMillis(200);

  /** How soon jobs run again that were running when the process was killed. */
  private static final WorkOptions WORK =
      WorkOptions.STANDARD
          .visibility(Duration.ofMillis(400))
          .backoff(new Backoff(1000, Duration.ofMillis(10), Duration.ofMillis(100)));

  final Trestle trestle;
  final Store ledger;
  final TableQueue queue;
  private final StreamFeed feed;
  private final TableSchedule schedule;
  private final List<AutoCloseable> running = new ArrayList<>();

  Office(Path folder) {
    trestle = Trestle.open(folder);
    var client = trestle.client();
    for (var model :
        List.of(Ledger.MODEL, QueueModel.MODEL, LeaseModel.MODEL, ScheduleModel.MODEL)) {
      TableCreation.create(model, client, "");
    }
    var standard = StoreOptions.standard();
    ledger = Store.of(Ledger.MODEL, client, standard);
    queue = new TableQueue(client, standard, QueueOptions.of("office").shards(2));
    feed =
        new StreamFeed(
            client,
            trestle.streamsClient(),
            standard,
            FeedOptions.woken("office", trestle.engine()::awaitRecords));
    schedule = new TableSchedule(client, standard, queue, ScheduleOptions.of("office"));
  }

  void work() {
    running.add(queue.work("entries", WORK, this::count));
    running.add(queue.work("ticks", WORK, this::count));
    running.add(feed.follow("follower", Ledger.ENTRIES, Start.HORIZON, new Follower()));
  }

  void tick() {
    schedule.recurring(List.of(new Recurring("tick", "ticks", "", Cadence.every(TICK))));
  }

  private JobOutcome count(Claim claim) {
    var counting = new Counting(new Named(claim.id()), claim.done().orElseThrow());
    ledger.run(Ledger.COUNT_ONCE, counting);
    if (claim.id().startsWith("tick")) System.out.println("ticked");
    return JobOutcome.doneInTransaction();
  }

  static String entry(int number) {
    return "entry-" + number;
  }

  static String job(String name, long version) {
    return name + "." + version;
  }

  /** Writes the next version of an entry and its job, all or nothing. */
  void post(String name, long version) {
    var job = queue.job(new NewJob("entries", job(name, version), "", Instant.now()));
    if (!ledger.run(Ledger.POST, new Posting(new Entry(name, version), job)).isDone()) {
      throw new IllegalStateException("an entry that was there already");
    }
    queue.wake(job);
  }

  /** Stores the last version received. Reports a skipped version to the parent process. */
  private final class Follower implements ChangeConsumer {
    @Override
    public void changed(List<Change> changes) {
      for (var change : changes) {
        var entry = change.after(Ledger.ENTRY).orElseThrow();
        long known =
            ledger.run(Ledger.READ_TOLD, new Named(entry.name())).map(Told::version).orElse(0L);
        if (entry.version() > known + 1) {
          System.out.println("wrong " + entry + " after " + known);
        }
        if (entry.version() > known) {
          ledger.run(Ledger.TELL, new Told(entry.name(), entry.version()));
        }
      }
    }

    @Override
    public void gap(String shard) {
      System.out.println("wrong gap in " + shard);
    }
  }

  boolean isEmpty(String name) {
    var figures = queue.stats(name);
    return figures.waiting() + figures.claimed() + figures.later() == 0;
  }

  @Override
  public void close() {
    for (var each : running) close(each);
    trestle.close();
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
