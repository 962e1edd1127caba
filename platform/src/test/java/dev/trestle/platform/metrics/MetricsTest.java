package dev.trestle.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.idempotency.IdempotencyModel;
import dev.trestle.platform.thread.UncaughtErrors;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Served;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.BrokenLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void requests_are_counted_by_route_and_status() {
    try (var metrics = new Metrics().watchJvm();
        var served =
            new Served(site ->
                site.observedBy(metrics)
                    .at(
                        "/api",
                        new Router()
                            .get("/things/{thing}", _ -> Reply.nothing())
                            .get("/metrics", metrics.endpoint()),
                        ErrorShape.PLAIN))) {
      served.get("/api/things/a");
      served.get("/api/things/b?x=y");
      served.get("/api/other");
      var text = served.get("/api/metrics").text();
      assertThat(text)
          .contains(
              "http_requests_seconds_count{method=\"GET\",route=\"/api/things/{thing}\","
                  + "status=\"204\"} 2")
          .contains("http_requests_seconds_count{method=\"GET\",route=\"none\",status=\"404\"} 1")
          .contains("http_requests_seconds_bucket")
          .contains("jvm_memory_used_bytes")
          .contains("jvm_threads_live_threads")
          .contains("process_uptime_seconds")
          .doesNotContain("things/a");
    }
  }

  @Test
  void strangers_do_not_make_new_meters() {
    try (var metrics = new Metrics();
        var served =
            new Served(site ->
                site.observedBy(metrics)
                    .at("", new Router().get("/{x}", _ -> Reply.nothing()), ErrorShape.PLAIN))) {
      for (int i = 0; i < 50; i++) {
        served.get("/a" + i);
        served.get("/a/b" + i);
        served.call("METHOD" + i, "/a", "");
      }
      assertThat(metrics.registry().find("http.requests").timers()).hasSize(3);
    }
  }

  @Test
  void the_patterns_of_a_store_are_shown_with_what_they_cost() {
    try (var metrics = new Metrics();
        var trestle = Trestle.inMemory()) {
      TableCreation.create(IdempotencyModel.MODEL, trestle.client(), "");
      var store = Store.of(IdempotencyModel.MODEL, trestle.client());
      metrics.watch(store);
      var idempotency = new Idempotency(store, "test", _ -> "ann", InstantSource.system());
      var router =
          new Router()
              .post("/", idempotency.around(_ -> Reply.nothing()))
              .get("/metrics", metrics.endpoint());
      try (var served = Served.of(router)) {
        served.post("/", "{}", "Idempotency-Key: k1");
        served.post("/", "{}", "Idempotency-Key: k1");
        var text = served.get("/metrics").text();
        assertThat(text)
            .contains("store_calls_total{pattern=\"PI1\",system=\"idempotency\"} 2.0")
            .contains("store_refusals_total{pattern=\"PI1\",system=\"idempotency\"} 1.0")
            .contains("store_calls_total{pattern=\"PI2\",system=\"idempotency\"} 1.0")
            .containsPattern(
                "store_write_units_total\\{pattern=\"PI2\",system=\"idempotency\"} [1-9]")
            .contains(
                "store_latency_seconds{pattern=\"PI1\",quantile=\"0.99\",system=\"idempotency\"}");
      }
    }
  }

  @Test
  void health_is_that_of_the_parts_and_ends_with_the_program() {
    var isWell = new AtomicBoolean(true);
    var health =
        new Health()
            .check(
                "engine",
                () -> {
                  if (!isWell.get()) throw new IllegalStateException("disk at /secret is full");
                });
    try (var served = Served.of(new Router().get("/health", health.ready()))) {
      assertThat(served.get("/health").text()).contains("\"status\":\"ok\"", "\"engine\":\"ok\"");
      isWell.set(false);
      var failing = served.get("/health");
      assertThat(failing.status()).isEqualTo(503);
      assertThat(failing.text()).contains("\"engine\":\"failing\"").doesNotContain("secret");
      isWell.set(true);
      assertThat(served.get("/health").status()).isEqualTo(200);
      health.close();
      assertThat(served.get("/health").status()).isEqualTo(503);
      assertThat(served.get("/health").text()).contains("\"status\":\"stopping\"");
    }
  }

  @Test
  void a_server_that_is_not_ready_may_still_be_alive() {
    var isWell = new AtomicBoolean(true);
    var health =
        new Health()
            .vital(
                "engine",
                () -> {
                  if (!isWell.get()) throw new IllegalStateException("writes are rejected");
                })
            .check(
                "feed",
                () -> {
                  throw new IllegalStateException("behind");
                });
    try (var served =
        Served.of(new Router().get("/ready", health.ready()).get("/live", health.live()))) {
      assertThat(served.get("/ready").status()).isEqualTo(503);
      assertThat(served.get("/live").status()).isEqualTo(200);
      health.close();
      assertThat(served.get("/live").status()).isEqualTo(200);
      isWell.set(false);
      assertThat(served.get("/live").status()).isEqualTo(503);
      assertThat(served.get("/live").text())
          .contains("\"engine\":\"failing\"")
          .doesNotContain("feed");
    }
  }

  /** Once the request failed, and a fatal error reached nobody. */
  @Test
  void a_check_that_fails_by_an_error_is_reported_and_a_fatal_one_is_told() {
    var health =
        new Health()
            .check(
                "disk",
                () -> {
                  throw new NoClassDefFoundError("on purpose");
                })
            .check(
                "feed",
                () -> {
                  throw new InternalError("on purpose");
                });
    try (var fatal = new UncaughtErrors();
        var served = Served.of(new Router().get("/health", health.ready()))) {
      var answer = served.get("/health");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("\"disk\":\"failing\"", "\"feed\":\"failing\"");
      assertThat(fatal.contain(InternalError.class)).isTrue();
      assertThat(fatal.contain(NoClassDefFoundError.class)).isFalse();
    }
  }

  /** Without files, logging throws as well. Once the request failed then. */
  @Test
  void a_check_that_fails_is_reported_although_that_cannot_be_logged() {
    var health =
        new Health()
            .check(
                "disk",
                () -> {
                  throw new IllegalStateException("on purpose");
                });
    try (var broken = new BrokenLog(Health.class.getName());
        var served = Served.of(new Router().get("/health", health.ready()))) {
      var answer = served.get("/health");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.text()).contains("\"disk\":\"failing\"");
      assertThat(broken.records()).isPositive();
    }
  }

  @Test
  void a_check_that_hangs_does_not_hang_the_answer() {
    var never = new CountDownLatch(1);
    var health = new Health().check("disk", never::await).check("queue", () -> {});
    try (var served = Served.of(new Router().get("/health", health.ready()))) {
      var answer = served.get("/health");
      assertThat(answer.text()).contains("\"disk\":\"failing\"", "\"queue\":\"ok\"");
    } finally {
      never.countDown();
    }
  }

  @Test
  void every_route_is_one_line_of_json() {
    var lines = new CopyOnWriteArrayList<String>();
    var log = new RequestLog(() -> Instant.EPOCH, lines::add);
    try (var served =
        new Served(site ->
            site.observedBy(log)
                .at("", new Router().get("/t/{t}", _ -> Reply.nothing()), ErrorShape.PLAIN))) {
      served.get("/t/secret?q=secret");
    }
    assertThat(lines).hasSize(1);
    assertThat(List.of(lines.getFirst().replaceFirst("\"ms\":\\d+", "\"ms\":0")))
        .containsExactly(
            "{\"time\":\"1970-01-01T00:00:00.000Z\",\"id\":\"req_1\",\"method\":\"GET\","
                + "\"route\":\"/t/{t}\",\"status\":204,\"ms\":0,\"client\":\"127.0.0.1\"}");
  }
}
