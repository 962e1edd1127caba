package dev.trestle.platform.queue;

import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel.OfDead;
import dev.trestle.platform.queue.QueueModel.OfQueue;
import dev.trestle.platform.queue.QueueModel.OfShard;
import dev.trestle.platform.queue.QueueModel.Replaying;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Queues in the table {@code platform_queue}, on any {@code DynamoDbClient}. */
public final class TableQueue implements WorkQueue {
  /** Jobs of a shard that are counted for the figures, and dead letters. */
  private static final int COUNTED_MAX = 2_000;

  private static final int REPLAYED_MAX = 100_000;

  private final Store store;
  private final Store leases;
  private final StoreOptions storeOptions;
  private final QueueOptions options;
  private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
  private final Map<String, List<TableWorker>> workers = new ConcurrentHashMap<>();

  /** The tables of {@link QueueModel#MODEL} and {@link LeaseModel#MODEL} must be there. */
  public TableQueue(DynamoDbClient client, StoreOptions storeOptions, QueueOptions options) {
    this.store = Store.of(QueueModel.MODEL, client, storeOptions);
    this.leases = Store.of(LeaseModel.MODEL, client, storeOptions);
    this.storeOptions = storeOptions;
    this.options = options;
  }

  /** How the queue's own patterns were used. */
  public Store store() {
    return store;
  }

  @Override
  public boolean enqueue(Work work) {
    var job = job(work);
    boolean isNew = store.run(QueueModel.ENQUEUE, job).isDone();
    if (isNew) signal(job);
    return isNew;
  }

  /**
   * Work as a job, for {@link QueueModel#ENQUEUE} as a step of a transaction elsewhere. Call {@link
   * #signal} after it, or it waits for the next look.
   */
  public Job job(Work work) {
    return new Job(
        work.queue(),
        shard(work.id()),
        work.due(),
        work.id(),
        work.payload(),
        work.due().toEpochMilli(),
        Optional.empty(),
        0,
        clock().millis(),
        Optional.empty());
  }

  /** Tells the workers of this process that a job was written. */
  public void signal(Job job) {
    for (var worker : workers.getOrDefault(job.queue(), List.of())) {
      worker.wake(job.shard(), job.due());
    }
  }

  /** Stable over processes and versions: a job must be found where it was put. */
  private long shard(String id) {
    int hash = id.hashCode() * 0x9E3779B9;
    return Integer.remainderUnsigned(hash ^ (hash >>> 16), options.shards());
  }

  private InstantSource clock() {
    return storeOptions.clock();
  }

  @Override
  public Worker work(String queue, WorkOptions work, JobHandler handler) {
    var room =
        new Workroom(
            queue, store, storeOptions, options, work, handler, tally(queue), this::signal);
    var worker = new TableWorker(room, leases, this::forget);
    workers.computeIfAbsent(queue, _ -> new CopyOnWriteArrayList<>()).add(worker);
    worker.start();
    return worker;
  }

  private void forget(String queue, TableWorker worker) {
    workers.getOrDefault(queue, List.of()).remove(worker);
  }

  /** The shards of a queue that this process works on. */
  Set<String> held(String queue) {
    return workers.getOrDefault(queue, List.of()).stream()
        .flatMap(worker -> worker.held().stream())
        .collect(Collectors.toSet());
  }

  private Tally tally(String queue) {
    return tallies.computeIfAbsent(queue, _ -> new Tally());
  }

  @Override
  public QueueFigures figures(String queue) {
    long now = clock().millis();
    var count = new Count(now);
    for (long shard = 0; shard < options.shards(); shard++) {
      var jobs = store.stream(QueueModel.COUNT, new OfShard(queue, shard), COUNTED_MAX).toList();
      jobs.forEach(count::add);
      if (jobs.size() == COUNTED_MAX) count.complete = false;
    }
    long dead = store.stream(QueueModel.DEAD_ONES, new OfQueue(queue), COUNTED_MAX).count();
    var tally = tally(queue);
    return new QueueFigures(
        queue,
        count.waiting,
        count.claimed,
        count.later,
        dead,
        count.complete && dead < COUNTED_MAX,
        count.oldestDue,
        tally.done.sum(),
        tally.retried.sum(),
        tally.buried.sum(),
        tally.lost.sum());
  }

  /** Jobs by their state at one time. */
  private static final class Count {
    private final long now;
    private long waiting;
    private long claimed;
    private long later;
    private boolean complete = true;
    private Optional<Instant> oldestDue = Optional.empty();

    Count(long now) {
      this.now = now;
    }

    void add(Job job) {
      if (job.visibleAt() <= now) {
        waiting++;
        if (oldestDue.filter(oldest -> !oldest.isAfter(job.due())).isEmpty()) {
          oldestDue = Optional.of(job.due());
        }
      } else if (job.token().isPresent()) {
        claimed++;
      } else {
        later++;
      }
    }
  }

  @Override
  public Page<DeadJob> dead(String queue, Cursor cursor) {
    return store.run(QueueModel.DEAD_ONES, new OfQueue(queue), cursor);
  }

  @Override
  public boolean replay(DeadJob dead) {
    var now = clock().instant().truncatedTo(ChronoUnit.MILLIS);
    var job = job(new Work(dead.queue(), dead.id(), dead.payload(), now));
    boolean done = store.run(QueueModel.REPLAY, new Replaying(key(dead), job)).isDone();
    if (done) signal(job);
    return done;
  }

  @Override
  public long replayAll(String queue) {
    var dead = store.stream(QueueModel.DEAD_ONES, new OfQueue(queue), REPLAYED_MAX).toList();
    return dead.stream().filter(this::replay).count();
  }

  @Override
  public boolean drop(DeadJob dead) {
    return store.run(QueueModel.DROP, key(dead)).isDone();
  }

  private static OfDead key(DeadJob dead) {
    return new OfDead(dead.queue(), dead.died(), dead.id());
  }
}
