package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.blob.MemoryBlobs;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.idempotency.IdempotencyModel;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.platform.schedule.ScheduleModel;
import dev.trestle.platform.schedule.ScheduleOptions;
import dev.trestle.platform.schedule.TableSchedule;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.Call;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * What a server gives its systems. A system makes none of these itself, so that all of them share
 * one queue, one limiter, one clock, and a run replays from its seed.
 *
 * @param idempotencyStore keeps the replies of calls with an {@code Idempotency-Key}; systems use
 *     {@link #idempotency}
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
    Blobs blobs,
    Store idempotencyStore)
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
   */
  public static SystemContext open(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions options,
      Secrets secrets,
      Blobs blobs,
      FeedOptions feeds) {
    var signed = options.signing(secrets.cursorKey(CURSOR_SECRET));
    var stores = new Stores(client, signed);
    var idempotencyStore = stores.open(IdempotencyModel.MODEL);
    stores.open(QueueModel.MODEL);
    stores.open(LeaseModel.MODEL);
    stores.open(ScheduleModel.MODEL);
    var leases = feeds.leases();
    var queue = new TableQueue(client, signed, QueueOptions.of(leases.member()).leases(leases));
    var schedules = ScheduleOptions.of(leases.member()).leases(leases);
    return new SystemContext(
        stores,
        secrets,
        new Ids(signed.clock(), signed.random()),
        new RateLimits(new MemoryLimiter(System::nanoTime, LIMITED_KEYS_MAX)),
        queue,
        new StreamFeed(client, streams, signed, feeds),
        new TableSchedule(client, signed, queue, schedules),
        new MemorySignals(),
        blobs,
        idempotencyStore);
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

  /** Creates the model's missing tables and opens a store on them. */
  public Store store(Model model) {
    return stores.open(model);
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
    return new Idempotency(idempotencyStore, system, caller, clock());
  }

  /** The stores of the platform's own tables, for console and metrics. */
  public List<Store> platformStores() {
    return List.of(queue.store(), idempotencyStore);
  }

  public SystemContext limits(RateLimits other) {
    return new SystemContext(
        stores, secrets, ids, other, queue, feed, schedule, signals, blobs, idempotencyStore);
  }

  public SystemContext signals(Signals other) {
    return new SystemContext(
        stores, secrets, ids, limits, queue, feed, schedule, other, blobs, idempotencyStore);
  }

  /** Ends the signals. Close the systems first. */
  @Override
  public void close() {
    signals.close();
  }
}
