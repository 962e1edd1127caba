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
 * Changes from DynamoDB Streams, with checkpoints in the table {@code platform_checkpoints}. On
 * DynamoDB no more than two consumers should follow a table.
 */
public final class StreamFeed implements ChangeFeed {
  private static final int LEASES_MAX = 10_000;

  private final DynamoDbClient client;
  private final DynamoDbStreamsClient streams;
  private final StoreOptions storeOptions;
  private final FeedOptions options;
  private final Store leases;
  private final Map<String, List<StreamFollower>> followers = new ConcurrentHashMap<>();

  /** The table of {@link LeaseModel#MODEL} must be there. */
  public StreamFeed(
      DynamoDbClient client,
      DynamoDbStreamsClient streams,
      StoreOptions storeOptions,
      FeedOptions options) {
    this.client = client;
    this.streams = streams;
    this.storeOptions = storeOptions;
    this.options = options;
    this.leases = Store.of(LeaseModel.MODEL, client, storeOptions);
  }

  private static String group(String consumer, Table table) {
    return "f#" + consumer + "#" + table.name();
  }

  @Override
  public Subscription follow(String consumer, Table table, Start start, ChangeConsumer changes) {
    var group = group(consumer, table);
    var clock = storeOptions.clock();
    var source = FeedSource.of(client, streams, clock, storeOptions.tablePrefix() + table.name());
    var follower = new StreamFollower(leases, group, source, start, changes, options, clock);
    var all = followers.computeIfAbsent(group, _ -> new CopyOnWriteArrayList<>());
    all.add(follower);
    follower.start();
    return () -> {
      all.remove(follower);
      follower.stop();
    };
  }

  @Override
  public FeedFigures figures(String consumer, Table table) {
    var group = group(consumer, table);
    var ours = followers.getOrDefault(group, List.of());
    var shards =
        leases.stream(LeaseModel.ALL, new OfGroup(group), LEASES_MAX)
            .filter(Lease.class::isInstance)
            .map(Lease.class::cast)
            .filter(lease -> !lease.shard().equals(StreamFollower.BEGINNING))
            .map(lease -> figures(lease, ours))
            .toList();
    return new FeedFigures(consumer, table.name(), shards);
  }

  private static FeedFigures.OfShard figures(Lease lease, List<StreamFollower> ours) {
    return ours.stream()
        .flatMap(follower -> follower.figures(lease).stream())
        .findFirst()
        .orElseGet(() ->
            new FeedFigures.OfShard(
                lease.shard(),
                lease.owner(),
                lease.checkpoint(),
                lease.done(),
                0,
                0,
                Optional.empty()));
  }
}
