package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.blob.MemoryBlobs;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.metrics.Metrics;
import dev.trestle.platform.queue.JobWakeups;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.platform.schedule.ScheduleOptions;
import dev.trestle.platform.schedule.TableSchedule;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.Call;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * What a server gives its systems. A system makes none of these itself, so that all of them share
 * one queue, one limiter, one clock, and a run replays from its seed.
 *
 * @param eventLog where the events of the systems are published, if anywhere
 * @param publicAddress where the outside world reaches this server, if it was told
 * @param metrics what this server exports; the stores that {@link #store} opens are among it
 * @param platformStores the stores behind queue, feed, schedule and {@link #idempotency}
 */
public record SystemContext(
    Stores stores,
    Secrets secrets,
    Ids ids,
    RateLimits limits,
    WorkQueue queue,
    ChangeFeed feed,
    Schedule schedule,
    Signals signals,
    Optional<EventLog> eventLog,
    Blobs blobs,
    Optional<PublicAddress> publicAddress,
    Metrics metrics,
    PlatformStores platformStores)
    implements AutoCloseable {
  /** The most buckets of rate limits in memory. */
  public static final int LIMITED_KEYS_MAX = 1_000_000;

  /** The secret that signs cursors of every store. */
  public static final String CURSOR_SECRET = "cursors";

  /**
   * Creates the platform's missing tables and opens a context on them, for one server.
   *
   * @param options clock, random generator and table prefix; cursors are signed with a key from
   *     {@code secrets}
   * @param feeds how streams are read, and this server's name among the lease holders
   * @param wakeups tell other servers of jobs
   */
  public static SystemContext open(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions options,
      Secrets secrets,
      Blobs blobs,
      FeedOptions feeds,
      JobWakeups wakeups) {
    var signed = options.signing(secrets.cursorKey(CURSOR_SECRET));
    var stores = new Stores(client, signed);
    var platform = PlatformStores.open(stores);
    var metrics = new Metrics();
    platform.all().forEach(metrics::watch);
    var leases = feeds.leases();
    var queues = QueueOptions.of(leases.member()).leases(leases);
    var queue = new TableQueue(platform.queue(), platform.leases(), signed, queues, wakeups);
    var schedules = ScheduleOptions.of(leases.member()).leases(leases);
    return new SystemContext(
        stores,
        secrets,
        new Ids(signed.clock(), signed.random()),
        new RateLimits(new MemoryLimiter(System::nanoTime, LIMITED_KEYS_MAX)),
        queue,
        new StreamFeed(client, streams, platform.leases(), signed, feeds),
        new TableSchedule(platform.schedule(), platform.leases(), signed, queue, schedules),
        new MemorySignals(),
        Optional.empty(),
        blobs,
        Optional.empty(),
        metrics,
        platform);
  }

  /** The same for a server that shares its queues with nobody. */
  public static SystemContext open(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions options,
      Secrets secrets,
      Blobs blobs,
      FeedOptions feeds) {
    return open(client, streams, options, secrets, blobs, feeds, JobWakeups.NONE);
  }

  /** The same with blobs that end with the process. */
  public static SystemContext open(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions options,
      Secrets secrets,
      FeedOptions feeds) {
    return open(client, streams, options, secrets, new MemoryBlobs(), feeds);
  }

  /** Creates the model's missing tables and opens a store on them, whose use is exported. */
  public Store store(Model model) {
    var store = stores.open(model);
    metrics.watch(store);
    return store;
  }

  public InstantSource clock() {
    return stores.options().clock();
  }

  public RandomGenerator random() {
    return stores.options().random();
  }

  /**
   * Answers repeated calls of one system from the first reply.
   *
   * @param system tells this system's keys from those of others
   * @param caller whose key it is: a user, a tenant
   */
  public Idempotency idempotency(String system, Function<Call, String> caller) {
    return new Idempotency(platformStores.idempotency(), system, caller, clock());
  }

  public SystemContext stores(Stores other) {
    return new SystemContext(
        other,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        signals,
        eventLog,
        blobs,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext limits(RateLimits other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        other,
        queue,
        feed,
        schedule,
        signals,
        eventLog,
        blobs,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext feed(ChangeFeed other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        other,
        schedule,
        signals,
        eventLog,
        blobs,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext signals(Signals other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        other,
        eventLog,
        blobs,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext eventLog(EventLog other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        signals,
        Optional.of(other),
        blobs,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext blobs(Blobs other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        signals,
        eventLog,
        other,
        publicAddress,
        metrics,
        platformStores);
  }

  public SystemContext publicAddress(PublicAddress other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        signals,
        eventLog,
        blobs,
        Optional.of(other),
        metrics,
        platformStores);
  }

  public SystemContext platformStores(PlatformStores other) {
    return new SystemContext(
        stores,
        secrets,
        ids,
        limits,
        queue,
        feed,
        schedule,
        signals,
        eventLog,
        blobs,
        publicAddress,
        metrics,
        other);
  }

  /** Ends signals and metrics. Close the systems first. */
  @Override
  public void close() {
    signals.close();
    metrics.close();
  }
}
