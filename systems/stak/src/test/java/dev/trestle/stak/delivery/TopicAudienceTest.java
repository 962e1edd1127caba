package dev.trestle.stak.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The subscribers of a topic become the audience of a message, whatever happens meanwhile. */
final class TopicAudienceTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final TopicId TOPIC = new TopicId("releases");

  private final DeliveryFixture fixture = new DeliveryFixture();
  private final TopicStore topics = new TopicStore(fixture.store, fixture.inboxes);
  private final DeliveryWorker worker =
      fixture.worker(new DeliveryFixture.Fault() {}, DeliveryFixture.SOON);

  @BeforeEach
  void create() {
    topics.write(TopicStore.key(DeliveryFixture.INBOX, TOPIC), "Releases", false);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static String name(int number) {
    return "user%03d".formatted(number);
  }

  private void subscribe(int from, int to) {
    IntStream.range(from, to).mapToObj(TopicAudienceTest::name).forEach(this::subscribe);
  }

  private boolean subscribe(String user) {
    return topics.subscribe(
        TopicStore.key(DeliveryFixture.INBOX, TOPIC).subscriber(new UserId(user)));
  }

  private boolean unsubscribe(String user) {
    return topics.unsubscribe(
        TopicStore.key(DeliveryFixture.INBOX, TOPIC).subscriber(new UserId(user)));
  }

  private MessageId post() {
    return fixture
        .posts
        .post(
            new Draft(
                DeliveryFixture.INBOX,
                "boss",
                new Audience.OfTopic(TOPIC, Optional.empty()),
                Optional.empty(),
                "news",
                Content.text("Title", "Body"),
                Duration.ofDays(1)))
        .id();
  }

  private void gather(MessageId id) {
    new TopicAudience(fixture.store, topics).gather(fixture.sent(id), TOPIC);
  }

  private List<AudienceChunk> chunks(MessageId id) {
    try (var found =
        fixture.store.stream(SentMessages.AUDIENCE, DeliveryFixture.INBOX.message(id), 100)) {
      return found.toList();
    }
  }

  private List<String> audience(MessageId id) {
    return chunks(id).stream().flatMap(each -> each.uids().stream()).map(UserId::value).toList();
  }

  private DeliveryState state(MessageId id) {
    return DeliveryState.of(fixture.sent(id), Instant.now());
  }

  @Test
  void those_who_are_subscribed_when_it_is_sent_are_its_audience() {
    subscribe(0, 2);
    var id = post();
    assertThat(fixture.sent(id).estimated()).isEqualTo(2);
    assertThat(state(id)).isEqualTo(DeliveryState.delivering);
    subscribe("late");
    unsubscribe(name(0));
    worker.run(new DeliveryJob.DeliverAll(DeliveryFixture.INBOX.message(id)), true, true);
    subscribe("too-late");
    assertThat(audience(id)).containsExactly("late", name(1));
    try (var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      Await.until(() -> state(id) == DeliveryState.delivered, SOON);
    }
    assertThat(fixture.sent(id).delivered()).isEqualTo(2);
    assertThat(fixture.sent(id).estimated()).isEqualTo(2);
    assertThat(fixture.inbox("late").unread().total()).isEqualTo(1);
    assertThat(fixture.inbox(name(0)).unread().total()).isZero();
    assertThat(fixture.inbox("too-late").unread().total()).isZero();
  }

  @Test
  void a_topic_with_exactly_full_chunks_and_one_without_subscribers_come_to_an_end() {
    var nobody = post();
    try (var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      Await.until(() -> state(nobody) == DeliveryState.delivered, SOON);
      subscribe(0, 100);
      var full = post();
      Await.until(() -> state(full) == DeliveryState.delivered, SOON);
      assertThat(fixture.sent(full).delivered()).isEqualTo(100);
      assertThat(audience(full)).doesNotHaveDuplicates().hasSize(100);
    }
    assertThat(fixture.sent(nobody).estimated()).isZero();
  }

  @Test
  void an_attempt_goes_on_where_a_killed_one_ended_although_subscribers_changed() {
    subscribe(1, 151);
    var id = post();
    var sent = fixture.sent(id);
    var first = IntStream.range(1, 101).mapToObj(TopicAudienceTest::name).map(UserId::new).toList();
    var chunk =
        new AudienceChunk(
            sent.tenant(),
            sent.inbox(),
            id,
            0,
            first,
            Optional.empty(),
            Optional.empty(),
            sent.ttl());
    fixture.store.run(SentMessages.ADD_CHUNK, chunk);
    subscribe(name(0));
    unsubscribe(name(50));
    gather(id);
    gather(id);
    var expected = IntStream.range(1, 151).mapToObj(TopicAudienceTest::name).toList();
    assertThat(audience(id)).isEqualTo(expected);
    assertThat(fixture.sent(id).estimated()).isEqualTo(150);
    assertThat(fixture.sent(id).chunks()).isEqualTo(2);
  }

  @Test
  void workers_that_gather_at_once_while_others_subscribe_agree_on_one_audience() {
    subscribe(0, 230);
    var id = post();
    var work = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < 3; i++) work.add(CompletableFuture.runAsync(() -> gather(id)));
    work.add(
        CompletableFuture.runAsync(() -> {
          for (int i = 0; i < 40; i++) {
            unsubscribe(name(5 * i));
            subscribe("user%03dx".formatted(5 * i + 1));
          }
        }));
    work.forEach(CompletableFuture::join);
    var audience = audience(id);
    assertThat(audience).doesNotHaveDuplicates();
    assertThat(fixture.sent(id).estimated()).isEqualTo(audience.size());
    assertThat(fixture.sent(id).chunks()).isEqualTo(chunks(id).size());
    assertThat(audience)
        .containsAll(
            IntStream.range(0, 230)
                .filter(i -> i % 5 != 0)
                .mapToObj(TopicAudienceTest::name)
                .toList());
  }

  @Test
  void a_message_that_is_redacted_before_and_after_it_has_an_audience_reaches_nobody() {
    subscribe(0, 3);
    var before = post();
    var key = DeliveryFixture.INBOX.message(before);
    fixture.posts.redact(key);
    worker.run(new DeliveryJob.DeliverAll(key), true, true);
    assertThat(audience(before)).isEmpty();
    assertThat(state(before)).isEqualTo(DeliveryState.redacted);

    var after = post();
    gather(after);
    fixture.posts.redact(DeliveryFixture.INBOX.message(after));
    try (var _ = fixture.start(new DeliveryFixture.Fault() {})) {
      Await.until(() -> fixture.sent(after).concluded() == 3, SOON);
      Await.until(() -> state(after) == DeliveryState.redacted, SOON);
    }
    assertThat(fixture.sent(after).withdrawn()).isEqualTo(3);
    assertThat(fixture.inbox(name(0)).unread().total()).isZero();
  }
}
