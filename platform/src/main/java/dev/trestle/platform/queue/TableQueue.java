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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Queues in the table {@code platform_queue}, on any {@code DynamoDbClient}. */
public final class TableQueue implements WorkQueue {
  /** How many jobs of a shard, and dead letters, are counted at most. */
  private static final int COUNTED_MAX = 2_000;

  private static final int REPLAYED_MAX = 100_000;

  private final Store store;
  private final Store leases;
  private final StoreOptions storeOptions;
  private final QueueOptions options;
  private final JobWakeups wakeups;
  private final Map<String, JobCounters> counters = new ConcurrentHashMap<>();
  private final Map<String, List<TableWorker>> workers = new ConcurrentHashMap<>();
  private final AtomicBoolean isListening = new AtomicBoolean();

  /** Needs the tables of {@link QueueModel} and {@link LeaseModel}. */
  public TableQueue(DynamoDbClient client, StoreOptions storeOptions, QueueOptions options) {
    this(client, storeOptions, options, JobWakeups.NONE);
  }

  /** The same with wake-ups, which other servers send and get, too. */
  public TableQueue(
      DynamoDbClient client, StoreOptions storeOptions, QueueOptions options, JobWakeups wakeups) {
    this(
        Store.of(QueueModel.MODEL, client, storeOptions),
        Store.of(LeaseModel.MODEL, client, storeOptions),
        storeOptions,
        options,
        wakeups);
  }

  /** The same on stores of {@link QueueModel} and {@link LeaseModel} that others use, too. */
  public TableQueue(
      Store store,
      Store leases,
      StoreOptions storeOptions,
      QueueOptions options,
      JobWakeups wakeups) {
    this.store = store;
    this.leases = leases;
    this.storeOptions = storeOptions;
    this.options = options;
    this.wakeups = wakeups;
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public boolean enqueue(NewJob newJob) {
    var job = job(newJob);
    boolean isNew = store.run(QueueModel.ENQUEUE, job).isDone();
    if (isNew) wake(job);
    return isNew;
  }

  /**
   * The stored form of a job, for {@link QueueModel#ENQUEUE} as a step of another transaction. Call
   * {@link #wake} after it, or the job waits for the next poll.
   */
  public Job job(NewJob job) {
    return new Job(
        job.queue(),
        shard(job.id()),
        job.due(),
        job.id(),
        job.payload(),
        job.due().toEpochMilli(),
        Optional.empty(),
        0,
        clock().millis(),
        Optional.empty());
  }

  /**
   * Wakes a worker after a job was written: here, or on another server if that one polls the shard.
   * Who polls it reads ahead by its longest pause, so a job that is due later needs no wake-up.
   */
  public void wake(Job job) {
    if (wakeHere(job.queue(), job.shard(), job.due())) return;
    long later = job.visibleAt() - clock().millis();
    if (later < options.wokenPauseMax().toMillis()) wakeups.send(JobWakeup.of(job));
  }

  private boolean wakeHere(String queue, long shard, Instant due) {
    boolean isPolled = false;
    for (var worker : workersOf(queue)) isPolled |= worker.wake(shard, due);
    return isPolled;
  }

  /** Takes a wake-up, unless no worker here has room for the job. */
  private boolean woken(JobWakeup wakeup) {
    return wakeHere(wakeup.queue(), wakeup.shard(), wakeup.due())
        || workersOf(wakeup.queue()).stream().anyMatch(worker -> worker.offer(wakeup));
  }

  private List<TableWorker> workersOf(String queue) {
    return workers.getOrDefault(queue, List.of());
  }

  /** The same in all processes and versions: a job must be found where it was put. */
  private long shard(String id) {
    int hash = id.hashCode() * 0x9E3779B9;
    return Integer.remainderUnsigned(hash ^ (hash >>> 16), options.shards());
  }

  private InstantSource clock() {
    return storeOptions.clock();
  }

  @Override
  public Worker work(String queue, WorkOptions work, JobHandler handler) {
    var context =
        new WorkerContext(
            queue,
            store,
            storeOptions,
            options,
            work,
            handler,
            counters(queue),
            wakeups,
            this::wake);
    var worker = new TableWorker(context, leases, stopped -> forget(queue, stopped));
    workers.computeIfAbsent(queue, _ -> new CopyOnWriteArrayList<>()).add(worker);
    worker.start();
    // A server without workers would only pass wake-ups on.
    if (!isListening.getAndSet(true)) wakeups.listen(this::woken);
    return worker;
  }

  private void forget(String queue, TableWorker worker) {
    workersOf(queue).remove(worker);
  }

  /** The shards of a queue that this process polls. */
  Set<String> held(String queue) {
    return workersOf(queue).stream()
        .flatMap(worker -> worker.held().stream())
        .collect(Collectors.toSet());
  }

  private JobCounters counters(String queue) {
    return counters.computeIfAbsent(queue, _ -> new JobCounters());
  }

  @Override
  public QueueStats stats(String queue) {
    long now = clock().millis();
    var count = new Count(now);
    for (long shard = 0; shard < options.shards(); shard++) {
      var jobs = store.stream(QueueModel.COUNT, new OfShard(queue, shard), COUNTED_MAX).toList();
      jobs.forEach(count::add);
      if (jobs.size() == COUNTED_MAX) count.complete = false;
    }
    long dead = store.stream(QueueModel.DEAD_LETTERS, new OfQueue(queue), COUNTED_MAX).count();
    var counters = counters(queue);
    return new QueueStats(
        queue,
        count.waiting,
        count.claimed,
        count.later,
        dead,
        count.complete && dead < COUNTED_MAX,
        count.oldestDue,
        counters.done.sum(),
        counters.retried.sum(),
        counters.failed.sum(),
        counters.lost.sum());
  }

  /** Counts jobs by state. */
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
    return store.run(QueueModel.DEAD_LETTERS, new OfQueue(queue), cursor);
  }

  @Override
  public boolean replay(DeadJob dead) {
    var now = clock().instant().truncatedTo(ChronoUnit.MILLIS);
    var job = job(new NewJob(dead.queue(), dead.id(), dead.payload(), now));
    boolean done = store.run(QueueModel.REPLAY, new Replaying(key(dead), job)).isDone();
    if (done) wake(job);
    return done;
  }

  @Override
  public long replayAll(String queue) {
    var dead = store.stream(QueueModel.DEAD_LETTERS, new OfQueue(queue), REPLAYED_MAX).toList();
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
