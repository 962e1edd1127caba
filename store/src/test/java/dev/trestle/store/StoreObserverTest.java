package dev.trestle.store;

import static dev.trestle.store.Library.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.store.Library.Admission;
import dev.trestle.store.Library.Card;
import dev.trestle.store.Library.OfBook;
import dev.trestle.store.Library.OfLender;
import dev.trestle.store.StoreCall.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** What observers are told. */
final class StoreObserverTest {
  private static final String PREFIX = "branch-";

  private final ManualClock clock = new ManualClock();
  private final List<StoreCall> calls = new ArrayList<>();
  private Trestle trestle;
  private FailingFront front;

  @BeforeEach
  void open() {
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
    TableCreation.create(Library.MODEL, trestle.client(), PREFIX);
    front = new FailingFront(trestle.client());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private StoreOptions options() {
    return StoreOptions.standard().clock(clock).tablePrefix(PREFIX).pause(clock::advance);
  }

  private Store store(StoreObserver observer) {
    return Store.of(Library.MODEL, front.client(), options().observer(observer));
  }

  private static Card card(String member) {
    return new Card(member, "Ann", "", 0, ManualClock.START.plus(Duration.ofDays(9)));
  }

  @Test
  void a_write_is_reported_with_its_table_and_what_it_consumed() {
    clock.advance(Duration.ofMinutes(5));
    store(calls::add).run(SHELVE, book("a", 1));
    var call = calls.getFirst();
    assertThat(call.model()).isEqualTo(Library.MODEL.name());
    assertThat(call.pattern()).isEqualTo("B1");
    assertThat(call.tables()).containsExactly("branch-books");
    assertThat(call.index()).isEmpty();
    assertThat(call.started()).isEqualTo(ManualClock.START.plus(Duration.ofMinutes(5)));
    assertThat(call.duration()).isPositive();
    assertThat(call.items()).isEqualTo(1);
    assertThat(call.writeUnits()).isPositive();
    assertThat(call.readUnits()).isZero();
    assertThat(call.outcome()).isEqualTo(Outcome.DONE);
    assertThat(call.failure()).isEmpty();
  }

  @Test
  void a_query_names_its_index() {
    store(calls::add).run(LENT, new OfLender("ann"));
    assertThat(calls.getFirst().index()).contains("lent");
    assertThat(calls.getFirst().readUnits()).isEqualTo(0.5);
    assertThat(calls.getFirst().items()).isZero();
  }

  @Test
  void a_transaction_names_each_table_once() {
    var store = store(calls::add);
    store.run(SHELVE, book("a", 1));
    store.run(
        ADMISSION,
        new Admission(new OfBook("a", 1), List.of(card("m"), card("n")), Optional.empty()));
    assertThat(calls.getLast().tables()).containsExactlyInAnyOrder("branch-books", "branch-cards");
    assertThat(calls.getLast().items()).isEqualTo(3);
  }

  @Test
  void a_failed_condition_is_a_refusal_and_no_failure() {
    var store = store(calls::add);
    store.run(ISSUE, card("m"));
    store.run(ISSUE, card("m"));
    assertThat(calls).extracting(StoreCall::outcome).containsExactly(Outcome.DONE, Outcome.REFUSED);
    assertThat(calls.getLast().failure()).isEmpty();
  }

  @Test
  void a_failure_is_reported_with_its_exception_and_retries() {
    var store = store(calls::add);
    front.failing(StoreOptions.standard().retries().attempts(), FailingFront.throttled());
    assertThatThrownBy(() -> store.run(FIND, new OfBook("a", 1)))
        .isInstanceOf(ProvisionedThroughputExceededException.class)
        .satisfies(thrown -> assertThat(calls.getFirst().failure()).contains(thrown));
    assertThat(calls.getFirst().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(calls.getFirst().retries()).isEqualTo(RetryPolicy.STANDARD.attempts() - 1);
  }

  @Test
  void all_requests_of_a_call_are_one_report() {
    var books = LongStream.range(0, 60).mapToObj(place -> book("a", place)).toList();
    store(calls::add).run(STOCK, books, List.of());
    assertThat(front.requests()).isEqualTo(3);
    assertThat(calls).hasSize(1);
    assertThat(calls.getFirst().items()).isEqualTo(60);
    assertThat(calls.getFirst().writeUnits()).isGreaterThanOrEqualTo(60);
  }

  @Test
  void an_observer_that_throws_fails_neither_the_call_nor_other_observers() {
    var options =
        options()
            .observer(call -> {
              throw new IllegalStateException(call.pattern());
            })
            .observer(calls::add);
    var store = Store.of(Library.MODEL, front.client(), options);
    assertThat(store.run(SHELVE, book("a", 1)).isDone()).isTrue();
    assertThat(calls).hasSize(1);
  }

  @Test
  void an_observer_may_use_the_store() {
    var stores = new ArrayList<Store>();
    stores.add(
        store(call -> {
          calls.add(call);
          if (calls.size() == 1) stores.getFirst().run(FIND, new OfBook("a", 1));
        }));
    stores.getFirst().run(SHELVE, book("a", 1));
    assertThat(calls).extracting(StoreCall::pattern).containsExactly("B1", "B2");
    assertThat(calls).extracting(StoreCall::items).containsExactly(1, 1);
  }
}
