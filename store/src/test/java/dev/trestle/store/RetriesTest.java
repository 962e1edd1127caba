package dev.trestle.store;

import static dev.trestle.store.Library.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.store.Library.Admission;
import dev.trestle.store.Library.Book;
import dev.trestle.store.Library.Card;
import dev.trestle.store.Library.Copies;
import dev.trestle.store.Library.OfBook;
import dev.trestle.store.Library.OfMember;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** What is retried, how often, and what must not be. */
final class RetriesTest {
  private static final RetryPolicy POLICY =
      new RetryPolicy(5, Duration.ofMillis(20), Duration.ofMillis(100), Duration.ofSeconds(60));

  private final ManualClock clock = new ManualClock();
  private final List<Duration> pauses = new ArrayList<>();
  private Trestle trestle;
  private FailingFront front;
  private Store store;

  @BeforeEach
  void open() {
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
    TableCreation.create(Library.MODEL, trestle.client(), "");
    front = new FailingFront(trestle.client());
    store = store(POLICY);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private Store store(RetryPolicy policy) {
    var options =
        StoreOptions.standard()
            .clock(clock)
            .random(new SplittableRandom(1))
            .retries(policy)
            .pause(duration -> {
              pauses.add(duration);
              clock.advance(duration);
            });
    return Store.of(Library.MODEL, front.client(), options);
  }

  private static Card card(String member) {
    return new Card(member, "Ann", "", 0, ManualClock.START.plus(Duration.ofDays(9)));
  }

  @Test
  void a_throttled_call_is_made_again_after_ever_longer_pauses() {
    front.failing(4, FailingFront.throttled());
    assertThat(store.run(SHELVE, book("a", 1)).isDone()).isTrue();
    assertThat(front.requests()).isEqualTo(5);
    assertThat(store.usage("B1").retries()).isEqualTo(4);
    assertThat(pauses).hasSize(4);
    var longest = List.of(20L, 40L, 80L, 100L);
    for (int i = 0; i < 4; i++) {
      assertThat(pauses.get(i).toMillis()).isBetween(0L, longest.get(i));
    }
  }

  @Test
  void attempts_end_with_the_exception_of_the_last() {
    front.failing(5, FailingFront.throttled());
    assertThatThrownBy(() -> store.run(FIND, new OfBook("a", 1)))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(front.requests()).isEqualTo(5);
    assertThat(store.usage("B2").errors()).isEqualTo(1);
  }

  @Test
  void attempts_end_with_their_time() {
    var hasty =
        store(
            new RetryPolicy(
                100, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2)));
    front.failing(100, FailingFront.throttled());
    assertThatThrownBy(() -> hasty.run(FIND, new OfBook("a", 1)))
        .isInstanceOf(ProvisionedThroughputExceededException.class);
    assertThat(front.requests()).isBetween(3, 20);
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
        .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
  }

  @Test
  void what_counts_is_not_done_twice_when_its_answer_is_lost() {
    store.run(SHELVE, book("a", 1));
    front.losingAnswer();
    assertThatThrownBy(() -> store.run(COUNT, new Copies("a", 1, 1)))
        .isInstanceOf(InternalServerErrorException.class);
    assertThat(store.run(FIND, new OfBook("a", 1)).orElseThrow().copies()).isEqualTo(2);
    assertThat(pauses).isEmpty();
  }

  @Test
  void what_counts_is_made_again_when_it_was_only_throttled() {
    store.run(SHELVE, book("a", 1));
    front.failing(1, FailingFront.throttled());
    assertThat(store.run(COUNT, new Copies("a", 1, 1)).done().orElseThrow().copies()).isEqualTo(2);
  }

  @Test
  void a_put_that_meets_itself_was_done() {
    front.losingAnswer();
    assertThat(store.run(ISSUE, card("m")).done().orElseThrow().version()).isEqualTo(1);
    assertThat(store.run(ISSUE, card("m")).isDone()).isFalse();
  }

  @Test
  void a_transaction_whose_answer_is_lost_is_done_once() {
    store.run(SHELVE, book("a", 1));
    front.losingAnswer();
    var wanted = new Admission(new OfBook("a", 1), List.of(card("m")), Optional.empty());
    assertThat(store.run(ADMISSION, wanted).isDone()).isTrue();
    assertThat(store.usage("C7").retries()).isEqualTo(1);
    assertThat(store.run(CARD_OF, new OfMember("m")).orElseThrow().version()).isEqualTo(1);
  }

  @Test
  void a_transaction_in_conflict_is_tried_again_and_then_refused_for_it() {
    store.run(SHELVE, book("a", 1));
    var wanted = new Admission(new OfBook("a", 1), List.of(card("m")), Optional.empty());
    front.failing(2, conflict());
    assertThat(store.run(ADMISSION, wanted).isDone()).isTrue();
    front.failing(5, conflict());
    var refused = (TransactionOutcome.Refused) store.run(ADMISSION, wanted);
    assertThat(refused.reasons()).hasSize(1);
    assertThat(refused.one(Admission::cards).orElseThrow().kind())
        .isEqualTo(TransactionOutcome.Kind.CONFLICT);
    assertThat(refused.isConditionFailed()).isFalse();
  }

  private static TransactionCanceledException conflict() {
    return TransactionCanceledException.builder()
        .cancellationReasons(
            CancellationReason.builder().code("None").build(),
            CancellationReason.builder().code("TransactionConflict").build())
        .statusCode(400)
        .build();
  }

  @Test
  void a_write_in_conflict_with_a_transaction_is_tried_again() {
    front.failing(2, TransactionConflictException.builder().statusCode(400).build());
    assertThat(store.run(SHELVE, book("a", 1)).isDone()).isTrue();
  }

  @Test
  void what_a_batch_write_left_is_sent_again_until_nothing_is_left() {
    var books = LongStream.range(0, 30).mapToObj(place -> book("a", place)).toList();
    for (int i = 0; i < 3; i++) front.next(RetriesTest::writingOne);
    store.run(STOCK, books, List.of());
    assertThat(front.requests()).isEqualTo(5);
    var keys = books.stream().map(each -> new OfBook("a", each.place())).toList();
    assertThat(store.run(PILE, keys)).isEqualTo(books);
  }

  @Test
  void a_batch_that_is_never_finished_says_what_is_left() {
    var books = LongStream.range(0, 25).mapToObj(place -> book("a", place)).toList();
    for (int i = 0; i < 5; i++) front.next(RetriesTest::writingOne);
    assertThatThrownBy(() -> store.run(STOCK, books, List.of()))
        .isInstanceOfSatisfying(
            UnprocessedItemsException.class, e -> assertThat(e.left()).isEqualTo(20));
  }

  @Test
  void what_a_batch_get_left_is_asked_again() {
    var books = LongStream.range(0, 10).mapToObj(place -> book("a", place)).toList();
    store.run(STOCK, books, List.<OfBook>of());
    for (int i = 0; i < 3; i++) front.next(RetriesTest::readingOne);
    var keys = books.stream().map(each -> new OfBook("a", each.place())).toList();
    List<Book> found = store.run(PILE, keys);
    assertThat(found).isEqualTo(books);
  }

  /** Executes the first write of a batch and leaves the others unprocessed. */
  private static Object writingOne(Object request, FailingFront.Way way) throws Throwable {
    var asked = ((BatchWriteItemRequest) request).requestItems();
    var table = asked.keySet().iterator().next();
    var writes = asked.getOrDefault(table, List.of());
    way.on(
        BatchWriteItemRequest.builder().requestItems(Map.of(table, writes.subList(0, 1))).build());
    return BatchWriteItemResponse.builder()
        .unprocessedItems(Map.of(table, writes.subList(1, writes.size())))
        .build();
  }

  private static Object readingOne(Object request, FailingFront.Way way) throws Throwable {
    var asked = ((BatchGetItemRequest) request).requestItems();
    var table = asked.keySet().iterator().next();
    var keys = Objects.requireNonNull(asked.get(table)).keys();
    var answer =
        (BatchGetItemResponse)
            way.on(
                BatchGetItemRequest.builder()
                    .requestItems(
                        Map.of(table, KeysAndAttributes.builder().keys(keys.subList(0, 1)).build()))
                    .build());
    var left = KeysAndAttributes.builder().keys(keys.subList(1, keys.size())).build();
    return answer.toBuilder().unprocessedKeys(Map.of(table, left)).build();
  }
}
