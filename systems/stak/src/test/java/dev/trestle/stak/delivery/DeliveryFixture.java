package dev.trestle.stak.delivery;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.system.Ids;
import dev.trestle.stak.event.EventOutbox;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posted;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.stak.trend.ActivityCounter;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** An engine with any number of delivery workers, each of which can be made to fail. */
final class DeliveryFixture implements AutoCloseable {
  static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");

  /** Called around each transaction of a worker, which receives its exceptions. */
  interface Fault {
    default void before(TransactWriteItemsRequest request) {}

    default void after(TransactWriteItemsRequest request) {}

    /** Called at the fail points of the queue's own threads. */
    default void at(String point) {}
  }

  static final Backoff SOON = new Backoff(3, Duration.ofMillis(10), Duration.ofMillis(50));

  final Trestle trestle;
  final StoreOptions options = StoreOptions.standard();
  final List<InboxEvent> events = new CopyOnWriteArrayList<>();
  final Store store;
  final TableQueue queue;
  final UserInboxes inboxes;
  final Posts posts;
  private int members;

  DeliveryFixture() {
    this(EngineOptions.inMemory());
  }

  DeliveryFixture(EngineOptions engine) {
    trestle = Trestle.open(engine);
    TableCreation.create(StakModel.MODEL, trestle.client(), "");
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    store = Store.of(StakModel.MODEL, trestle.client(), options);
    queue = queue(FailPoints.NONE);
    inboxes = inboxes(store);
    var ids = new Ids(InstantSource.system(), new SecureRandom());
    posts = new Posts(store, inboxes, ids, queue, events::add);
  }

  private UserInboxes inboxes(Store own) {
    var clock = InstantSource.system();
    var activity = new ActivityCounter(own, clock);
    return new UserInboxes(own, clock, new SecureRandom(), events::add, EventOutbox.NONE, activity);
  }

  private TableQueue queue(FailPoints failPoints) {
    var leases = new LeaseOptions("m" + ++members, Duration.ofMillis(600), Duration.ofMillis(150));
    return new TableQueue(
        trestle.client(), options, QueueOptions.of("m").leases(leases).failPoints(failPoints));
  }

  /** Starts another worker process. */
  Worker start(Fault fault) {
    return start(fault, SOON);
  }

  Worker start(Fault fault, Backoff backoff) {
    return worker(fault, backoff).start();
  }

  /** A worker that runs only the jobs that the test gives it. */
  DeliveryWorker worker(Fault fault, Backoff backoff) {
    var own = Store.of(StakModel.MODEL, faulty(fault), options);
    var delivery = new DeliveryOptions(4, 64, Duration.ofMillis(400), backoff);
    var ownInboxes = inboxes(own);
    return new DeliveryWorker(
        own,
        ownInboxes,
        queue(fault::at),
        new TopicStore(own, ownInboxes),
        new SettingsStore(own),
        _ -> TenantState.active,
        events::add,
        posts::publish,
        delivery);
  }

  private DynamoDbClient faulty(Fault fault) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              var writing =
                  arguments != null && arguments[0] instanceof TransactWriteItemsRequest request
                      ? Optional.of(request)
                      : Optional.<TransactWriteItemsRequest>empty();
              writing.ifPresent(fault::before);
              try {
                var response = method.invoke(trestle.client(), arguments);
                writing.ifPresent(fault::after);
                return response;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  DeadLetters deadLetters() {
    return new DeadLetters(store, inboxes, queue, worker(new Fault() {}, SOON));
  }

  Posted post(List<String> users) {
    return post(INBOX, users);
  }

  Posted post(InboxKey inbox, List<String> users) {
    return post(inbox, users, Duration.ofDays(1));
  }

  /** Posts a message that expires after this time. */
  Posted postFor(List<String> users, Duration lifetime) {
    return post(INBOX, users, lifetime);
  }

  private Posted post(InboxKey inbox, List<String> users, Duration lifetime) {
    var ids = new LinkedHashSet<UserId>();
    users.forEach(user -> ids.add(new UserId(user)));
    return posts.post(
        new Draft(
            inbox,
            "boss",
            new Audience.Users(ids, Optional.empty()),
            Optional.empty(),
            "news",
            Content.text("Title", "Body"),
            lifetime));
  }

  UserInbox inbox(String user) {
    return inboxes.of(INBOX.user(new UserId(user)));
  }

  SentMessage sent(MessageId id) {
    return sent(INBOX, id);
  }

  SentMessage sent(InboxKey inbox, MessageId id) {
    return store.run(SentMessages.READ, inbox.message(id)).orElseThrow();
  }

  @Override
  public void close() {
    trestle.close();
  }
}
