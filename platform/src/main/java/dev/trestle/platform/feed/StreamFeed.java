package dev.trestle.platform.feed;

import dev.trestle.model.Table;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.platform.lease.LeaseModel.OfGroup;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads DynamoDB Streams, with checkpoints in the table {@code platform_checkpoints}. On DynamoDB,
 * at most two groups should follow a table.
 */
public final class StreamFeed implements ChangeFeed {
  private static final int LEASES_MAX = 10_000;

  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final StoreOptions storeOptions;
  private final FeedOptions options;
  private final Store leases;
  private final Map<String, List<StreamFollower>> followers = new ConcurrentHashMap<>();

  /** Needs the table of {@link LeaseModel}. */
  public StreamFeed(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions storeOptions,
      FeedOptions options) {
    this(client, streams, Store.of(LeaseModel.MODEL, client, storeOptions), storeOptions, options);
  }

  /** The same on a store of {@link LeaseModel} that others use, too. */
  public StreamFeed(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      Store leases,
      StoreOptions storeOptions,
      FeedOptions options) {
    this.client = client;
    this.streams = streams;
    this.storeOptions = storeOptions;
    this.options = options;
    this.leases = leases;
  }

  @Override
  public Subscription follow(String group, Table table, Start start, ChangeConsumer consumer) {
    var leaseGroup = LeaseModel.feedGroup(group, table);
    var clock = storeOptions.clock();
    var source = FeedSource.of(client, streams, clock, storeOptions.tablePrefix() + table.name());
    var follower = new StreamFollower(leases, leaseGroup, source, start, consumer, options, clock);
    var all = followers.computeIfAbsent(leaseGroup, _ -> new CopyOnWriteArrayList<>());
    all.add(follower);
    follower.start();
    return () -> {
      all.remove(follower);
      follower.stop();
    };
  }

  @Override
  public FeedStats stats(String group, Table table) {
    var leaseGroup = LeaseModel.feedGroup(group, table);
    var ours = followers.getOrDefault(leaseGroup, List.of());
    var shards =
        leases.stream(LeaseModel.ALL, new OfGroup(leaseGroup), LEASES_MAX)
            .filter(Lease.class::isInstance)
            .map(Lease.class::cast)
            .filter(lease -> !lease.shard().equals(StreamFollower.BEGINNING))
            .map(lease -> stats(lease, ours))
            .toList();
    return new FeedStats(group, table.name(), shards);
  }

  private static FeedStats.ShardStats stats(Lease lease, List<StreamFollower> ours) {
    return ours.stream()
        .flatMap(follower -> follower.stats(lease).stream())
        .findFirst()
        .orElseGet(() ->
            new FeedStats.ShardStats(
                lease.shard(),
                lease.owner(),
                lease.checkpoint(),
                lease.done(),
                0,
                0,
                Optional.empty()));
  }
}
