package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.delivery.DeliveryTrace.Verdict;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.MessageFilter;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.trend.TrendReader;
import dev.trestle.stak.trend.TrendReader.Activity;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

final class DeliveryTest {
  /** So many users that delivering to them takes far longer than a worker needs to start. */
  private static final int MANY = 16_000;

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final DeliveryFixture.Fault NONE = new DeliveryFixture.Fault() {};

  private static final InboxKey OTHERS = InboxKey.of("other", "DEFAULT");

  private static final Backoff PATIENT =
      new Backoff(100, Duration.ofMillis(10), Duration.ofMillis(50));

  /**
   * How many recipients there are while workers are killed. The long run: {@code ./trestle test -pl
   * systems/stak -am -Dtest=DeliveryTest -Dtrestle.stak.deliveries=10000}.
   */
  private static final int DELIVERIES =
      Integer.getInteger("trestle.stak.deliveries", Property.scaled(1000));

  private static final int KILLS = Math.max(8, DELIVERIES / 250);

  private final DeliveryFixture fixture = new DeliveryFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<String> users(int number) {
    return IntStream.range(0, number).mapToObj(i -> "user" + i).toList();
  }

  private static MessageKey key(MessageId id) {
    return DeliveryFixture.INBOX.message(id);
  }

  private void everyoneHasIt(List<String> users, MessageId id) {
    for (var user : users) {
      var inbox = fixture.inbox(user);
      assertThat(inbox.unread().total()).as("counts of %s", user).isEqualTo(1);
      assertThat(inbox.recount()).as("recount of %s", user).isEqualTo(inbox.unread());
      assertThat(inbox.list(MessageFilter.ALL, MessageId.LAST, 10).messages())
          .as("list of %s", user)
          .singleElement()
          .satisfies(message -> assertThat(message.id()).isEqualTo(id));
    }
  }

  /** What the trend of the inbox says about all days. */
  private void assertCounted(long sent, long delivered, long failed) {
    var trend =
        new TrendReader(fixture.store, InstantSource.system())
            .read(DeliveryFixture.INBOX, 7, Optional.empty());
    assertThat(trend.categories().getOrDefault("news", new Activity(0, 0, 0, 0)))
        .isEqualTo(new Activity(sent, delivered, 0, failed));
  }

  @Test
  void a_post_reaches_all_of_its_audience_and_its_progress_says_so() {
    var users = users(250);
    var posted = fixture.post(users);
    try (var _ = fixture.start(NONE)) {
      Await.until(() -> fixture.sent(posted.id()).delivered() == 250, SOON);
    }
    assertThat(fixture.sent(posted.id()).estimated()).isEqualTo(250);
    assertThat(fixture.sent(posted.id()).failed()).isZero();
    assertThat(fixture.posts.knownUsers(DeliveryFixture.INBOX)).isEqualTo(250);
    assertCounted(1, 250, 0);
    everyoneHasIt(users, posted.id());
  }

  /** Dies before or after one of its writes. A dead worker does nothing any more. */
  private static final class KillableWorker implements DeliveryFixture.Fault {
    final AtomicBoolean dead = new AtomicBoolean();
    private final AtomicInteger left;

    KillableWorker(long seed) {
      this(seed, 75);
    }

    /** After up to this many writes. */
    KillableWorker(long seed, int writes) {
      this.left = new AtomicInteger(new Random(seed).nextInt(1, 2 * writes));
    }

    @Override
    public void before(TransactWriteItemsRequest request) {
      perhapsDie();
    }

    @Override
    public void after(TransactWriteItemsRequest request) {
      perhapsDie();
    }

    @Override
    public void at(String point) {
      if (dead.get()) throw new FailPoints.SimulatedCrash(point);
    }

    private void perhapsDie() {
      if (left.decrementAndGet() <= 0) dead.set(true);
      at("a delivery");
    }
  }

  @Test
  void workers_killed_at_random_leave_exactly_one_copy_each() {
    long seed = Property.seed();
    var users = users(DELIVERIES);
    var patience = SOON.plusMillis(20L * DELIVERIES);
    var posted = fixture.post(users);
    int killed = 0;
    while (killed < KILLS && fixture.sent(posted.id()).delivered() < users.size()) {
      var killable = new KillableWorker(seed + killed, Math.max(75, DELIVERIES / KILLS));
      try (var _ = new Stopping(fixture.start(killable, PATIENT))) {
        Await.until(
            () -> killable.dead.get() || fixture.sent(posted.id()).delivered() == users.size(),
            patience);
      }
      if (killable.dead.get()) killed++;
    }
    try (var _ = fixture.start(NONE, PATIENT)) {
      Await.until(() -> fixture.sent(posted.id()).delivered() == users.size(), patience);
    }
    System.out.printf("%d deliveries, %d workers killed, seed %d%n", users.size(), killed, seed);
    assertThat(killed).as("seed %d", seed).isPositive();
    assertThat(fixture.sent(posted.id()).failed()).as("seed %d", seed).isZero();
    assertCounted(1, users.size(), 0);
    everyoneHasIt(users, posted.id());
  }

  /** Stops a worker immediately. Another one takes its jobs when their leases end. */
  private record Stopping(Worker worker) implements AutoCloseable {
    @Override
    public void close() {
      worker.stop(Duration.ZERO);
    }
  }

  @Test
  void recipients_whose_delivery_fails_are_in_a_dead_letter_until_it_is_replayed() {
    var broken = new AtomicBoolean(true);
    var fault =
        new DeliveryFixture.Fault() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (broken.get() && request.toString().contains("U#bad#")) {
              throw new IllegalStateException("no luck");
            }
          }
        };
    var posted = fixture.post(List.of("ann", "bad", "bob"));
    var letters = fixture.deadLetters();
    try (var _ = fixture.start(fault)) {
      Await.until(() -> fixture.sent(posted.id()).failed() == 1, SOON);
      assertThat(fixture.sent(posted.id()).delivered()).isEqualTo(2);
      assertCounted(1, 2, 1);
      assertThat(letters.list(DeliveryFixture.INBOX))
          .singleElement()
          .satisfies(letter -> assertThat(letter.uids()).containsExactly(new UserId("bad")));
      assertThat(letters.list(InboxKey.of("acme", "OTHER"))).isEmpty();
      assertThat(letters.list(OTHERS)).isEmpty();
      assertThat(verdict(posted.id(), "bad")).isEqualTo(Verdict.FAILED);
      assertThat(fixture.events)
          .contains(
              new InboxEvent.Undelivered(
                  key(posted.id()), "news", "0", List.of(new UserId("bad"))));
      broken.set(false);
      assertThat(letters.replay(OTHERS.message(posted.id()).chunk(0))).isFalse();
      assertThat(letters.replay(key(posted.id()).chunk(0))).isTrue();
      Await.until(() -> fixture.sent(posted.id()).failed() == 0, SOON);
    }
    assertThat(fixture.sent(posted.id()).delivered()).isEqualTo(3);
    assertCounted(1, 3, 0);
    assertThat(letters.list(DeliveryFixture.INBOX)).isEmpty();
    everyoneHasIt(List.of("ann", "bad", "bob"), posted.id());
  }

  @Test
  void a_chunk_whose_workers_died_too_often_is_a_dead_letter_too() {
    var posted = fixture.post(List.of("ann", "bob"));
    var letters = fixture.deadLetters();
    while (letters.list(DeliveryFixture.INBOX).isEmpty()) {
      var killable = new KillableWorker(1);
      var lethal =
          new DeliveryFixture.Fault() {
            @Override
            public void before(TransactWriteItemsRequest request) {
              if (request.toString().contains("U#bob#")) killable.dead.set(true);
              killable.at("a delivery");
            }

            @Override
            public void at(String point) {
              killable.at(point);
            }
          };
      try (var _ = new Stopping(fixture.start(lethal))) {
        Await.until(
            () -> killable.dead.get() || !letters.list(DeliveryFixture.INBOX).isEmpty(), SOON);
      }
    }
    assertThat(letters.list(DeliveryFixture.INBOX).getFirst().uids())
        .containsExactly(new UserId("ann"), new UserId("bob"));
    assertThat(letters.list(OTHERS)).isEmpty();
    assertThat(letters.replay(OTHERS.message(posted.id()).chunk(0))).isFalse();
    assertThat(letters.replay(key(posted.id()).chunk(0))).isTrue();
    try (var _ = fixture.start(NONE)) {
      Await.until(() -> fixture.sent(posted.id()).delivered() == 2, SOON);
    }
    assertThat(letters.list(DeliveryFixture.INBOX)).isEmpty();
    everyoneHasIt(List.of("ann", "bob"), posted.id());
  }

  private Verdict verdict(MessageId id, String user) {
    return new DeliveryTracer(fixture.store, fixture.inboxes)
        .trace(key(id), new UserId(user))
        .orElseThrow()
        .verdict();
  }

  @Test
  void a_redaction_keeps_out_what_is_still_queued() {
    var users = users(150);
    var posted = fixture.post(users);
    fixture.posts.redact(key(posted.id()));
    try (var _ = fixture.start(NONE)) {
      Await.until(() -> fixture.sent(posted.id()).retracted() == 150, SOON);
    }
    assertThat(fixture.sent(posted.id()).delivered()).isZero();
    assertCounted(0, 0, 0);
    for (var user : users) {
      assertThat(fixture.inbox(user).unread().total()).isZero();
      assertThat(fixture.inbox(user).list(MessageFilter.ALL, MessageId.LAST, 10).messages())
          .isEmpty();
    }
    assertThat(verdict(posted.id(), "user7")).isEqualTo(Verdict.REDACTED);
  }

  @Test
  void a_redaction_in_the_middle_of_a_delivery_reaches_everyone() {
    var users = users(300);
    var posted = fixture.post(users);
    var isRedacted = new AtomicBoolean();
    var fault =
        new DeliveryFixture.Fault() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("U#user42#") && isRedacted.compareAndSet(false, true)) {
              fixture.posts.redact(key(posted.id()));
            }
          }
        };
    try (var _ = fixture.start(fault)) {
      Await.until(() -> fixture.sent(posted.id()).retracted() == 300, SOON);
      Await.until(() -> fixture.queue.stats("stak").waiting() == 0, SOON);
    }
    for (var user : users) {
      var inbox = fixture.inbox(user);
      assertThat(inbox.unread().total()).as("counts of %s", user).isZero();
      assertThat(inbox.recount()).isEqualTo(inbox.unread());
    }
  }

  @Test
  void two_workers_at_one_chunk_count_it_once() {
    var users = users(3);
    var posted = fixture.post(users);
    var job = new DeliveryJob.Deliver(key(posted.id()).chunk(0));
    var second = fixture.worker(NONE, PATIENT);
    var isDone = new AtomicBoolean();
    var fault =
        new DeliveryFixture.Fault() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("outcome") && isDone.compareAndSet(false, true)) {
              second.run(job, true, false);
            }
          }
        };
    fixture.worker(fault, PATIENT).run(job, true, false);
    assertThat(isDone).isTrue();
    assertThat(fixture.sent(posted.id()).delivered()).isEqualTo(3);
    assertCounted(1, 3, 0);
    everyoneHasIt(users, posted.id());
  }

  @Test
  void a_delivery_is_published_for_each_chunk() {
    var posted = fixture.post(users(120));
    try (var _ = fixture.start(NONE)) {
      Await.until(() -> fixture.sent(posted.id()).delivered() == 120, SOON);
    }
    var delivered =
        fixture.events.stream()
            .filter(InboxEvent.Delivered.class::isInstance)
            .map(InboxEvent.Delivered.class::cast)
            .flatMap(event -> event.users().stream())
            .distinct();
    assertThat(delivered).hasSize(120);
  }

  @Test
  void a_message_to_very_many_users_does_not_delay_another_tenants() {
    // Both wait before the worker starts, so that only its order counts and not how soon it polls.
    var many = fixture.post(users(MANY));
    var one = fixture.post(OTHERS, List.of("ann"));
    var deliveredBefore = new CompletableFuture<Long>();
    var watching =
        new DeliveryFixture.Fault() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("U#ann#")) {
              deliveredBefore.complete(fixture.sent(many.id()).delivered());
            }
          }
        };
    try (var _ = fixture.start(watching)) {
      Await.until(() -> fixture.sent(OTHERS, one.id()).delivered() == 1, SOON);
      // Not after the chunks of the first message: as soon as a worker has its shard.
      assertThat(deliveredBefore.join()).isLessThan(MANY / 2);
      Await.until(() -> fixture.sent(many.id()).delivered() == MANY, SOON);
    }
  }

  @Test
  void dead_jobs_of_one_tenant_do_not_hide_those_of_another() {
    for (int i = 0; i < 1100; i++) fixture.queue.enqueue(deadJob("acme", i));
    fixture.queue.enqueue(deadJob("other", 5000));
    var posted = fixture.post(OTHERS, List.of("ann"));
    var options = new WorkOptions(16, Duration.ofSeconds(30), DeliveryFixture.SOON);
    try (var _ =
        fixture.queue.work(
            DeliveryJob.QUEUE, options, _ -> JobOutcome.failed("the workers died"))) {
      Await.until(() -> fixture.queue.stats(DeliveryJob.QUEUE).dead() >= 1102, SOON);
    }
    var letters = fixture.deadLetters();
    assertThat(letters.list(OTHERS)).extracting(DeadLetter::id).containsExactly(posted.id());
    assertThat(letters.replay(OTHERS.message(posted.id()).chunk(0))).isTrue();
    try (var _ = fixture.start(NONE)) {
      Await.until(() -> fixture.sent(OTHERS, posted.id()).delivered() == 1, SOON);
    }
    assertThat(letters.list(OTHERS)).isEmpty();
  }

  /** A job for a message that no longer exists. */
  private static NewJob deadJob(String tenant, int number) {
    var id = MessageId.lastOf(Instant.ofEpochSecond(number));
    var message = InboxKey.of(tenant, "DEFAULT").message(id);
    return new DeliveryJob.DeliverAll(message).job(Instant.EPOCH);
  }
}
