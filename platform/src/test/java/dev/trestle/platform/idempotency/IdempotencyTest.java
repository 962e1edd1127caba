package dev.trestle.platform.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.http.RawClient;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Served;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final Store store = store(trestle, clock);
  private final Idempotency idempotency =
      new Idempotency(store, "test", call -> call.header("x-user").orElse("ann"), clock);
  private final AtomicInteger runs = new AtomicInteger();
  private volatile Endpoint behaviour =
      call -> Reply.created(Map.of("run", runs.get())).with("Location", call.path() + "/1");
  private final Served served =
      Served.of(
          new Router()
              .post("/orders", idempotency.around(this::run))
              .post("/shops/{shop}/orders", idempotency.around(this::run))
              .patch("/orders", idempotency.around(this::run)));

  private static Store store(Trestle trestle, ManualClock clock) {
    TableCreation.create(IdempotencyModel.MODEL, trestle.client(), "");
    return Store.of(IdempotencyModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  private Reply run(Call call) {
    runs.incrementAndGet();
    return behaviour.handle(call);
  }

  @AfterEach
  void close() {
    served.close();
    trestle.close();
  }

  private RawClient.Response order(String body, String key, String... headers) {
    var all = new ArrayList<>(List.of(headers));
    all.add("Idempotency-Key: " + key);
    return served.post("/orders", body, all.toArray(String[]::new));
  }

  @Test
  void nothing_is_found_in_the_model() {
    assertThat(ModelCheck.of(IdempotencyModel.MODEL).orThrow().findings()).isEmpty();
  }

  @Test
  void a_call_that_is_sent_again_is_done_once_and_answered_the_same() {
    var first = order("{\"a\":1}", "k1");
    var again = order("{\"a\":1}", "k1");
    assertThat(runs).hasValue(1);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.text()).isEqualTo(first.text()).isEqualTo("{\"run\":1}");
    assertThat(again.header("content-type")).isEqualTo("application/json");
    assertThat(again.header("location")).isEqualTo("/orders/1");
    assertThat(first.headers()).doesNotContainKey("x-idempotent-replay");
    assertThat(again.header("x-idempotent-replay")).isEqualTo("true");
    assertThat(again.header("x-request-id")).isNotEqualTo(first.header("x-request-id"));
  }

  private record Order(String name) {}

  @Test
  void a_refused_body_leaves_its_key_free_for_the_corrected_one() {
    behaviour = call -> Reply.created(call.json(Order.class));
    assertThat(order("{\"name\":\"\\ud800\"}", "k1").status()).isEqualTo(400);
    assertThat(order("{\"name\":\"right\"}", "k1").status()).isEqualTo(201);
  }

  @Test
  void another_body_under_the_key_is_refused() {
    order("{\"a\":1}", "k1");
    var other = order("{\"a\":2}", "k1");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text()).contains("IDEMPOTENCY_KEY_REUSED");
    assertThat(runs).hasValue(1);
  }

  @Test
  void the_same_body_for_another_thing_is_refused() {
    served.post("/shops/a/orders", "{}", "Idempotency-Key: k1");
    var other = served.post("/shops/b/orders", "{}", "Idempotency-Key: k1");
    assertThat(other.text()).contains("IDEMPOTENCY_KEY_REUSED");
    assertThat(served.post("/shops/a/orders?x=1", "{}", "Idempotency-Key: k1").status())
        .isEqualTo(409);
  }

  @Test
  void keys_belong_to_a_caller_and_an_endpoint() {
    order("{}", "k1");
    assertThat(order("{}", "k1", "X-User: bo").status()).isEqualTo(201);
    assertThat(served.call("PATCH", "/orders", "{}", "Idempotency-Key: k1", "X: y").status())
        .isEqualTo(201);
    assertThat(runs).hasValue(3);
    var otherSystem = new Idempotency(store, "other", _ -> "ann", clock).around(this::run);
    try (var other = Served.of(new Router().post("/orders", otherSystem))) {
      assertThat(other.post("/orders", "{}", "Idempotency-Key: k1").status()).isEqualTo(201);
    }
    assertThat(runs).hasValue(4);
  }

  @Test
  void without_a_key_everything_is_done_and_a_strange_key_is_refused() {
    served.post("/orders", "{}");
    served.post("/orders", "{}");
    assertThat(runs).hasValue(2);
    assertThat(order("{}", "k".repeat(256)).status()).isEqualTo(400);
    assertThat(order("{}", "a b").status()).isEqualTo(400);
    assertThat(order("{}", "").status()).isEqualTo(400);
    assertThat(runs).hasValue(2);
  }

  @Test
  void of_many_at_once_one_is_done() {
    var statuses = new ConcurrentLinkedQueue<Integer>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        threads.execute(() -> statuses.add(order("{}", "k1").status()));
      }
    }
    assertThat(runs).hasValue(1);
    assertThat(statuses).hasSize(20).contains(201).isSubsetOf(201, 409);
  }

  @Test
  void while_it_is_being_done_another_is_told_to_come_again() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    behaviour =
        _ -> {
          begun.countDown();
          await(goOn);
          return Reply.created(Map.of());
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> order("{}", "k1"));
      await(begun);
      var second = order("{}", "k1");
      assertThat(second.status()).isEqualTo(409);
      assertThat(second.text()).contains("\"CONFLICT\"");
      assertThat(second.header("retry-after")).isEqualTo("1");
      goOn.countDown();
      assertThat(first.get().status()).isEqualTo(201);
    }
    assertThat(order("{}", "k1").header("x-idempotent-replay")).isEqualTo("true");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As after a crash: the key was claimed, and the process is gone. */
  private void takenAndLeft(String key) {
    behaviour =
        _ -> {
          // A dead process runs nothing after this line, so nobody releases the key.
          trestle.client().listTables();
          throw new Gone();
        };
    try {
      order("{}", key);
    } catch (RuntimeException connectionLost) {
      // The connection ends with it.
    }
    behaviour = _ -> Reply.created(Map.of());
  }

  private static final class Gone extends Error {}

  @Test
  void a_key_whose_owner_died_is_free_for_the_same_call_after_its_lease() {
    takenAndLeft("k1");
    assertThat(order("{}", "k1").status()).isEqualTo(409);
    clock.advance(Duration.ofSeconds(59));
    assertThat(order("{}", "k1").status()).isEqualTo(409);
    clock.advance(Duration.ofSeconds(1));
    assertThat(order("{\"other\":1}", "k1").text()).contains("IDEMPOTENCY_KEY_REUSED");
    assertThat(order("{}", "k1").status()).isEqualTo(201);
    assertThat(order("{}", "k1").header("x-idempotent-replay")).isEqualTo("true");
    assertThat(runs).hasValue(2);
  }

  @Test
  void whoever_goes_on_with_a_call_is_told_what_the_first_run_was_told() {
    takenAndLeft("k1");
    var begun = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    clock.advance(Duration.ofSeconds(61));
    var attempts = new ConcurrentLinkedQueue<Idempotency.Attempt>();
    behaviour =
        call -> {
          attempts.add(call.noted(Idempotency.Attempt.class));
          if (attempts.size() == 1) throw new IllegalStateException("a bug");
          return Reply.created(Map.of());
        };
    assertThat(order("{}", "k1").status()).isEqualTo(500);
    clock.advance(Duration.ofSeconds(1));
    assertThat(order("{\"other\":1}", "k1").text()).contains("IDEMPOTENCY_KEY_REUSED");
    assertThat(order("{}", "k1").status()).isEqualTo(201);
    assertThat(attempts).hasSize(2).allMatch(Idempotency.Attempt::isRepeated);
    assertThat(attempts).extracting(Idempotency.Attempt::firstUsed).containsOnly(begun);
    assertThat(attempts)
        .extracting(Idempotency.Attempt::key)
        .containsOnly(attempts.element().key());
  }

  @Test
  void an_overtaken_run_does_not_write_its_answer() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    behaviour =
        _ -> {
          begun.countDown();
          await(goOn);
          return Reply.created("slow");
        };
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var slow = threads.submit(() -> order("{}", "k1"));
      await(begun);
      clock.advance(Duration.ofSeconds(61));
      behaviour = _ -> Reply.created("quick");
      assertThat(order("{}", "k1").text()).isEqualTo("\"quick\"");
      goOn.countDown();
      assertThat(slow.get().text()).isEqualTo("\"slow\"");
    }
    assertThat(order("{}", "k1").text()).isEqualTo("\"quick\"");
  }

  @Test
  void an_answer_is_kept_for_a_day_even_if_it_is_not_deleted_then() {
    order("{}", "k1");
    clock.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(order("{}", "k1").header("x-idempotent-replay")).isEqualTo("true");
    clock.advance(Duration.ofSeconds(1));
    assertThat(order("{\"other\":1}", "k1").status()).isEqualTo(201);
    assertThat(runs).hasValue(2);
  }

  @Test
  void refusals_and_failures_let_go_of_the_key() {
    behaviour =
        _ -> {
          throw ApiError.conflict("not now");
        };
    assertThat(order("{}", "k1").status()).isEqualTo(409);
    behaviour =
        _ -> {
          throw new IllegalStateException("a bug");
        };
    assertThat(order("{}", "k1").status()).isEqualTo(500);
    behaviour = _ -> Reply.text(503, "later");
    assertThat(order("{}", "k1").status()).isEqualTo(503);
    behaviour = _ -> Reply.created(Map.of());
    assertThat(order("{}", "k1").status()).isEqualTo(201);
    assertThat(runs).hasValue(4);
  }

  @Test
  void what_was_done_with_too_long_an_answer_is_not_done_again() {
    behaviour = _ -> Reply.ok("x".repeat(70_000));
    assertThat(order("{}", "k1").status()).isEqualTo(200);
    var again = order("{}", "k1");
    assertThat(runs).hasValue(1);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text()).contains("too long");
  }

  @Test
  void the_longest_answer_that_is_kept_fits_its_item() {
    behaviour = _ -> Reply.bytes(200, "text/plain", new byte[IdempotencyModel.BODY_BYTES_MAX]);
    order("{}", "k1");
    assertThat(order("{}", "k1").body()).hasSize(IdempotencyModel.BODY_BYTES_MAX);
  }

  @Test
  void an_answer_without_a_body_and_a_cookie_are_as_they_should_be() {
    behaviour = _ -> Reply.nothing().with("Set-Cookie", "a=b").with("X-RateLimit-Limit", "5");
    order("{}", "k1");
    var again = order("{}", "k1");
    assertThat(again.status()).isEqualTo(204);
    assertThat(again.headers()).doesNotContainKeys("set-cookie", "x-ratelimit-limit");
  }
}
