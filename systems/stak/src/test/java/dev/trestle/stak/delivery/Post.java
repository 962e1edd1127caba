package dev.trestle.stak.delivery;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.stak.model.StakModel;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A post office: an engine with any number of workers, each of which may be made to fail. */
final class Post implements AutoCloseable {
  /** Is asked around each transaction of a worker; what it throws the worker meets. */
  interface Mishap {
    default void before(TransactWriteItemsRequest request) {}

    default void after(TransactWriteItemsRequest request) {}

    /** Is asked at the points of the queue's own threads. */
    default void at(String point) {}
  }

  static final Backoff SOON = new Backoff(3, Duration.ofMillis(10), Duration.ofMillis(50));

  final Trestle trestle = Trestle.inMemory();
  final StoreOptions options = StoreOptions.standard();
  final List<Happening> told = new CopyOnWriteArrayList<>();
  final Store store;
  final TableQueue queue;
  final Mailroom room;
  final Posts posts;
  private int members;

  Post() {
    TableCreation.create(StakModel.MODEL, trestle.client(), "");
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    store = Store.of(StakModel.MODEL, trestle.client(), options);
    queue = queue(Passage.FREE);
    room = new Mailroom(store, InstantSource.system(), told::add);
    var ids = new MessageIds(InstantSource.system(), RandomGenerator.getDefault());
    posts = new Posts(store, room, ids, queue, told::add);
  }

  private TableQueue queue(Passage passage) {
    var leases = new LeaseOptions("m" + ++members, Duration.ofMillis(600), Duration.ofMillis(150));
    return new TableQueue(
        trestle.client(), options, QueueOptions.of("m").leases(leases).passage(passage));
  }

  /** Another process that works. */
  Worker worker(Mishap mishap) {
    return worker(mishap, SOON);
  }

  Worker worker(Mishap mishap, Backoff backoff) {
    return hand(mishap, backoff).start();
  }

  /** One that does what it is told, without a queue. */
  DeliveryWorker hand(Mishap mishap, Backoff backoff) {
    var own = Store.of(StakModel.MODEL, unlucky(mishap), options);
    var ownRoom = new Mailroom(own, InstantSource.system(), told::add);
    var work = new DeliveryWorker.Options(4, 64, Duration.ofMillis(400), backoff);
    return new DeliveryWorker(own, ownRoom, queue(mishap::at), told::add, work);
  }

  private DynamoDbClient unlucky(Mishap mishap) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              var writing =
                  arguments != null && arguments[0] instanceof TransactWriteItemsRequest request
                      ? Optional.of(request)
                      : Optional.<TransactWriteItemsRequest>empty();
              writing.ifPresent(mishap::before);
              try {
                var answer = method.invoke(trestle.client(), arguments);
                writing.ifPresent(mishap::after);
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  static Draft draft() {
    return new Draft(
        "acme",
        "DEFAULT",
        "boss",
        Optional.empty(),
        Optional.empty(),
        "news",
        Content.text("Title", "Body"),
        Duration.ofDays(1));
  }

  UserInbox inbox(String user) {
    return room.inbox(new OfInbox("acme", user, "DEFAULT"));
  }

  SentMessage sent(String id) {
    return store.run(Sends.PROGRESS, new OfMessage("acme", "DEFAULT", id)).orElseThrow();
  }

  @Override
  public void close() {
    trestle.close();
  }
}
