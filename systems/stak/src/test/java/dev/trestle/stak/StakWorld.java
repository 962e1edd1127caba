package dev.trestle.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.event.Happenings;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.inbox.Recipient;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.StakModel;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.ManualClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stak's domain on an engine of its own, whose clock the test moves. */
public final class StakWorld implements AutoCloseable {
  public final ManualClock clock = new ManualClock();
  public final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  public final StoreOptions options = StoreOptions.standard().clock(clock);
  public final DynamoDbClient client;
  public final Store store;
  public final TableQueue queue;
  public final Happenings happenings = new Happenings();
  public final List<Happening> told = new CopyOnWriteArrayList<>();
  public final Mailroom room;
  public final MessageIds ids;
  public final Posts posts;

  public StakWorld() {
    this(client -> client);
  }

  /** With a client that does something on the way. */
  public StakWorld(java.util.function.UnaryOperator<DynamoDbClient> around) {
    TableCreation.create(StakModel.MODEL, trestle.client(), "");
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    client = around.apply(trestle.client());
    store = Store.of(StakModel.MODEL, client, options);
    queue = new TableQueue(trestle.client(), options, QueueOptions.of("test"));
    happenings.listen(told::add);
    room = new Mailroom(store, clock, happenings);
    ids = new MessageIds(clock, new Random(1));
    posts = new Posts(store, room, ids, queue, happenings);
  }

  public UserInbox inbox(OfInbox of) {
    return room.inbox(of);
  }

  public Draft draft(String tenant, String category, Duration life) {
    return new Draft(
        tenant,
        "DEFAULT",
        "admin",
        Optional.empty(),
        Optional.empty(),
        category,
        Content.text("Title", "Body"),
        life);
  }

  /** Delivers as a worker does, with the counts read beforehand. */
  public Recipient.Outcome deliver(OfInbox of, String id, String category, Duration life) {
    var seen = store.run(Inboxes.READ_COUNTS, of);
    long n = room.publicMessages().n(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    return new Recipient(room, of)
        .deliver(
            seen, n, at -> message(of, id, category, life, at.generation(), at.seenGeneration()));
  }

  public Message message(OfInbox of, String id, String category, Duration life, long g, long sg) {
    var received = MessageIds.timeOf(id);
    return new Message(
        of.tenant(),
        of.user(),
        of.inbox(),
        id,
        Optional.empty(),
        category,
        "admin",
        new Audience("users", Optional.empty()),
        received,
        clock.instant().truncatedTo(ChronoUnit.SECONDS),
        Optional.empty(),
        false,
        false,
        g,
        sg,
        received.plus(life),
        received.plus(life).plus(Mailroom.GRACE),
        Content.text("Title", "Body"));
  }

  public void redact(OfInbox of, String id, String category, Duration life) {
    var plain = message(of, id, category, life, 0, -1);
    var tombstone =
        new Message(
            plain.tenant(),
            plain.user(),
            plain.inbox(),
            plain.id(),
            Optional.empty(),
            category,
            "admin",
            plain.audiences(),
            plain.received(),
            plain.delivered(),
            Optional.empty(),
            true,
            false,
            0,
            -1,
            plain.expiredat(),
            plain.ttl(),
            Content.NONE);
    new Recipient(room, of).redact(tombstone);
  }

  @Override
  public void close() {
    trestle.close();
  }
}
