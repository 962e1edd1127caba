package dev.trestle.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.system.Ids;
import dev.trestle.stak.event.EventOutbox;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.Recipient;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.AudienceSummary;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.trend.ActivityCounter;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stak's domain on an engine of its own, whose clock the test moves. */
public final class StakFixture implements AutoCloseable {
  public final ManualClock clock = new ManualClock();
  public final Trestle trestle;
  public final StoreOptions options = StoreOptions.standard().clock(clock);
  public final DynamoDbClient client;
  public final Store store;
  public final TableQueue queue;
  public final List<InboxEvent> events = new CopyOnWriteArrayList<>();
  public final UserInboxes inboxes;
  public final Posts posts;

  public StakFixture() {
    this(client -> client);
  }

  /** With a client that does something on the way to the engine. */
  public StakFixture(UnaryOperator<DynamoDbClient> around) {
    this(LimitedTables.NONE, around);
  }

  /** With DynamoDB's throughput limits for these tables, by the clock that the test moves. */
  public StakFixture(LimitedTables limited) {
    this(limited, client -> client);
  }

  private StakFixture(LimitedTables limited, UnaryOperator<DynamoDbClient> around) {
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock).withLimits(limited));
    TableCreation.create(StakModel.MODEL, trestle.client(), "");
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    client = around.apply(trestle.client());
    store = Store.of(StakModel.MODEL, client, options);
    queue = new TableQueue(trestle.client(), options, QueueOptions.of("test"));
    inboxes = inboxes(clock);
    posts = new Posts(store, inboxes, new Ids(clock, new Random(1)), queue, events::add);
  }

  /** The same inboxes on a server with another clock. */
  public UserInboxes inboxes(InstantSource other) {
    var activity = new ActivityCounter(store, other);
    return new UserInboxes(store, other, new Random(1), events::add, EventOutbox.NONE, activity);
  }

  public UserInbox inbox(UserInboxKey key) {
    return inboxes.of(key);
  }

  public MessageId nextId() {
    return posts.nextId();
  }

  public Draft toEveryone(InboxKey inbox, String category, Duration lifetime) {
    return new Draft(
        inbox,
        "admin",
        new Audience.Everyone(Optional.empty()),
        Optional.empty(),
        category,
        Content.text("Title", "Body"),
        lifetime);
  }

  /** Delivers as a worker does, with the counts read beforehand. */
  public Recipient.Outcome deliver(
      UserInboxKey key, MessageId id, String category, Duration lifetime) {
    var counts = store.run(Inboxes.READ_COUNTS, key);
    long broadcasts = inboxes.broadcasts().count(key.shared());
    return new Recipient(inboxes, key)
        .deliver(
            counts,
            broadcasts,
            false,
            at -> message(key, id, category, lifetime, at.generation(), at.seenGeneration()));
  }

  public Message message(
      UserInboxKey key,
      MessageId id,
      String category,
      Duration lifetime,
      long generation,
      long seenGeneration) {
    return message(
        key,
        id,
        category,
        lifetime,
        false,
        generation,
        seenGeneration,
        Content.text("Title", "Body"));
  }

  private Message message(
      UserInboxKey key,
      MessageId id,
      String category,
      Duration lifetime,
      boolean redacted,
      long generation,
      long seenGeneration,
      Content content) {
    var received = id.time();
    return new Message(
        key.tenant(),
        key.user(),
        key.inbox(),
        id,
        Optional.empty(),
        category,
        "admin",
        new AudienceSummary(AudienceSummary.Kind.users, Optional.empty()),
        received,
        clock.instant().truncatedTo(ChronoUnit.SECONDS),
        Optional.empty(),
        redacted,
        false,
        generation,
        seenGeneration,
        received.plus(lifetime),
        received.plus(lifetime).plus(UserInboxes.TTL_GRACE),
        content);
  }

  public void redact(UserInboxKey key, MessageId id, String category, Duration lifetime) {
    new Recipient(inboxes, key)
        .redact(message(key, id, category, lifetime, true, 0, -1, Content.NONE));
  }

  @Override
  public void close() {
    trestle.close();
  }

  /** Lets messages of a category go out by e-mail, too. */
  public void sendEmails(InboxKey inbox, String category) {
    var config = InboxConfig.initial(inbox, inboxes.now());
    new SettingsStore(store)
        .write(
            new InboxConfig(
                config.tenant(),
                config.inbox(),
                config.title(),
                config.description(),
                config.schemaVersion(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(category, EmailPolicy.on),
                Map.of(),
                config.updatedAt(),
                config.version()));
  }
}
