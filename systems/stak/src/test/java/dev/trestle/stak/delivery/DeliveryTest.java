package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.platform.lease.Passage;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.message.Job;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

final class DeliveryTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Post.Mishap NONE = new Post.Mishap() {};

  private static final Backoff PATIENT =
      new Backoff(100, Duration.ofMillis(10), Duration.ofMillis(50));

  /**
   * How many get a message while workers are killed. The long run: {@code ./trestle test -pl
   * systems/stak -am -Dtest=DeliveryTest -Dtrestle.stak.deliveries=10000}.
   */
  private static final int DELIVERIES =
      Integer.getInteger("trestle.stak.deliveries", Property.scaled(1000));

  private static final int KILLS = Math.max(8, DELIVERIES / 250);

  private final Post post = new Post();

  @AfterEach
  void close() {
    post.close();
  }

  private static List<String> users(int number) {
    return IntStream.range(0, number).mapToObj(i -> "user" + i).toList();
  }

  private void everyoneHasIt(List<String> users, String id) {
    for (var user : users) {
      var inbox = post.inbox(user);
      assertThat(inbox.unread().total()).as("counts of %s", user).isEqualTo(1);
      assertThat(inbox.recount()).as("recount of %s", user).isEqualTo(inbox.unread());
      assertThat(inbox.list(Filter.ALL, MessageIds.LAST, 10).items())
          .as("list of %s", user)
          .singleElement()
          .satisfies(item -> assertThat(item.id()).isEqualTo(id));
    }
  }

  @Test
  void a_post_reaches_all_of_its_audience_and_its_progress_says_so() {
    var users = users(250);
    var posted = post.posts.toUsers(Post.draft(), users);
    try (var _ = post.worker(NONE)) {
      Await.until(() -> post.sent(posted.id()).delivered() == 250, SOON);
    }
    assertThat(post.sent(posted.id()).estimated()).isEqualTo(250);
    assertThat(post.sent(posted.id()).failed()).isZero();
    assertThat(post.posts.known("acme", "DEFAULT")).isEqualTo(250);
    everyoneHasIt(users, posted.id());
  }

  /** Dies at random, before or after a write of its own; a dead one does nothing any more. */
  private static final class Mortal implements Post.Mishap {
    final AtomicBoolean dead = new AtomicBoolean();
    private final Random random;
    private final int writes;

    Mortal(long seed) {
      this(seed, 75);
    }

    /** After about so many writes. */
    Mortal(long seed, int writes) {
      this.random = new Random(seed);
      this.writes = writes;
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
      if (dead.get()) throw new Passage.Death(point);
    }

    private void perhapsDie() {
      synchronized (random) {
        if (random.nextInt(2 * writes) == 0) dead.set(true);
      }
      at("a delivery");
    }
  }

  @Test
  void workers_killed_at_random_leave_exactly_one_copy_each() {
    long seed = Property.seed();
    var users = users(DELIVERIES);
    var patience = SOON.plusMillis(20L * DELIVERIES);
    var posted = post.posts.toUsers(Post.draft(), users);
    int killed = 0;
    while (killed < KILLS && post.sent(posted.id()).delivered() < users.size()) {
      var mortal = new Mortal(seed + killed, Math.max(75, DELIVERIES / KILLS));
      try (var _ = new Stopping(post.worker(mortal, PATIENT))) {
        Await.until(
            () -> mortal.dead.get() || post.sent(posted.id()).delivered() == users.size(),
            patience);
      }
      if (mortal.dead.get()) killed++;
    }
    try (var _ = post.worker(NONE, PATIENT)) {
      Await.until(() -> post.sent(posted.id()).delivered() == users.size(), patience);
    }
    System.out.printf("%d deliveries, %d workers killed, seed %d%n", users.size(), killed, seed);
    assertThat(killed).as("seed %d", seed).isPositive();
    assertThat(post.sent(posted.id()).failed()).as("seed %d", seed).isZero();
    everyoneHasIt(users, posted.id());
  }

  /** A worker that is let go at once: what it had in hand is another's when its lease is over. */
  private record Stopping(Worker worker) implements AutoCloseable {
    @Override
    public void close() {
      worker.stop(Duration.ZERO);
    }
  }

  @Test
  void who_cannot_be_served_is_in_a_dead_letter_until_it_is_replayed() {
    var broken = new AtomicBoolean(true);
    var mishap =
        new Post.Mishap() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (broken.get() && request.toString().contains("U#bad#")) {
              throw new IllegalStateException("no luck");
            }
          }
        };
    var posted = post.posts.toUsers(Post.draft(), List.of("ann", "bad", "bob"));
    var letters = new DeadLetters(post.store, post.room, post.queue);
    try (var _ = post.worker(mishap)) {
      Await.until(() -> post.sent(posted.id()).failed() == 1, SOON);
      assertThat(post.sent(posted.id()).delivered()).isEqualTo(2);
      assertThat(letters.list("acme", "DEFAULT"))
          .singleElement()
          .satisfies(letter -> assertThat(letter.uids()).containsExactly("bad"));
      assertThat(letters.list("acme", "OTHER")).isEmpty();
      assertThat(letters.list("other", "DEFAULT")).isEmpty();
      assertThat(verdict(posted.id(), "bad")).isEqualTo("failed");
      broken.set(false);
      var of = new OfMessage("acme", "DEFAULT", posted.id());
      assertThat(letters.replay(new OfMessage("other", "DEFAULT", posted.id()), 0)).isFalse();
      assertThat(letters.replay(of, 0)).isTrue();
      Await.until(() -> post.sent(posted.id()).failed() == 0, SOON);
    }
    assertThat(post.sent(posted.id()).delivered()).isEqualTo(3);
    assertThat(letters.list("acme", "DEFAULT")).isEmpty();
    everyoneHasIt(List.of("ann", "bad", "bob"), posted.id());
  }

  @Test
  void a_chunk_whose_workers_died_too_often_is_a_dead_letter_too() {
    var posted = post.posts.toUsers(Post.draft(), List.of("ann", "bob"));
    var letters = new DeadLetters(post.store, post.room, post.queue);
    while (letters.list("acme", "DEFAULT").isEmpty()) {
      var mortal = new Mortal(1);
      var lethal =
          new Post.Mishap() {
            @Override
            public void before(TransactWriteItemsRequest request) {
              if (request.toString().contains("U#bob#")) mortal.dead.set(true);
              mortal.at("a delivery");
            }

            @Override
            public void at(String point) {
              mortal.at(point);
            }
          };
      try (var _ = new Stopping(post.worker(lethal))) {
        Await.until(() -> mortal.dead.get() || !letters.list("acme", "DEFAULT").isEmpty(), SOON);
      }
    }
    assertThat(letters.list("acme", "DEFAULT").getFirst().uids()).containsExactly("ann", "bob");
    assertThat(letters.list("other", "DEFAULT")).isEmpty();
    assertThat(letters.replay(new OfMessage("other", "DEFAULT", posted.id()), 0)).isFalse();
    assertThat(letters.replay(new OfMessage("acme", "DEFAULT", posted.id()), 0)).isTrue();
    try (var _ = post.worker(NONE)) {
      Await.until(() -> post.sent(posted.id()).delivered() == 2, SOON);
    }
    assertThat(letters.list("acme", "DEFAULT")).isEmpty();
    everyoneHasIt(List.of("ann", "bob"), posted.id());
  }

  private String verdict(String id, String user) {
    return new Timeline(post.store, post.room)
        .of(new OfMessage("acme", "DEFAULT", id), user)
        .orElseThrow()
        .verdict();
  }

  @Test
  void a_redaction_of_what_is_still_queued_keeps_it_out() {
    var users = users(150);
    var posted = post.posts.toUsers(Post.draft(), users);
    post.posts.redact(new OfMessage("acme", "DEFAULT", posted.id()));
    try (var _ = post.worker(NONE)) {
      Await.until(() -> post.sent(posted.id()).retracted() == 150, SOON);
    }
    assertThat(post.sent(posted.id()).delivered()).isZero();
    for (var user : users) {
      assertThat(post.inbox(user).unread().total()).isZero();
      assertThat(post.inbox(user).list(Filter.ALL, MessageIds.LAST, 10).items()).isEmpty();
    }
    assertThat(verdict(posted.id(), "user7")).isEqualTo("redacted");
  }

  @Test
  void a_redaction_in_the_middle_of_a_delivery_reaches_everyone() {
    var users = users(300);
    var posted = post.posts.toUsers(Post.draft(), users);
    var isRedacted = new AtomicBoolean();
    var mishap =
        new Post.Mishap() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("U#user42#") && isRedacted.compareAndSet(false, true)) {
              post.posts.redact(new OfMessage("acme", "DEFAULT", posted.id()));
            }
          }
        };
    try (var _ = post.worker(mishap)) {
      Await.until(() -> post.sent(posted.id()).retracted() == 300, SOON);
      Await.until(() -> post.queue.figures("stak").waiting() == 0, SOON);
    }
    for (var user : users) {
      var inbox = post.inbox(user);
      assertThat(inbox.unread().total()).as("counts of %s", user).isZero();
      assertThat(inbox.recount()).isEqualTo(inbox.unread());
    }
  }

  @Test
  void two_workers_at_one_chunk_count_it_once() {
    var users = users(3);
    var posted = post.posts.toUsers(Post.draft(), users);
    var job = new Job.Deliver(new OfMessage("acme", "DEFAULT", posted.id()), 0);
    var second = post.hand(NONE, PATIENT);
    var isDone = new AtomicBoolean();
    var mishap =
        new Post.Mishap() {
          @Override
          public void before(TransactWriteItemsRequest request) {
            if (request.toString().contains("outcome") && isDone.compareAndSet(false, true)) {
              second.work(job, false);
            }
          }
        };
    post.hand(mishap, PATIENT).work(job, false);
    assertThat(isDone).isTrue();
    assertThat(post.sent(posted.id()).delivered()).isEqualTo(3);
    everyoneHasIt(users, posted.id());
  }

  @Test
  void a_delivery_is_told_for_each_chunk() {
    var posted = post.posts.toUsers(Post.draft(), users(120));
    try (var _ = post.worker(NONE)) {
      Await.until(() -> post.sent(posted.id()).delivered() == 120, SOON);
    }
    var told =
        post.told.stream()
            .filter(Happening.Delivered.class::isInstance)
            .map(Happening.Delivered.class::cast)
            .flatMap(delivered -> delivered.users().stream())
            .distinct();
    assertThat(told).hasSize(120);
  }
}
