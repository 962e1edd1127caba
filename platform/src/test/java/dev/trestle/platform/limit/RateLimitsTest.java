package dev.trestle.platform.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Served;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private final AtomicLong nanos = new AtomicLong();
  private final RateLimits limits = new RateLimits(new MemoryLimiter(nanos::get, 100));

  @Test
  void an_answer_tells_how_much_is_left_and_a_refusal_when_to_come_again() {
    var rate = Rate.perMinute("gets", 2);
    var endpoint =
        limits.around(rate, call -> call.query("who").orElse(""), _ -> Reply.text(200, "here"));
    try (var served = Served.of(new Router().get("/", endpoint))) {
      var first = served.get("/?who=ann");
      assertThat(first.status()).isEqualTo(200);
      assertThat(first.header("x-ratelimit-limit")).isEqualTo("2");
      assertThat(first.header("x-ratelimit-remaining")).isEqualTo("1");
      assertThat(first.header("x-ratelimit-reset")).isEqualTo("30");
      served.get("/?who=ann");
      var refused = served.get("/?who=ann");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text()).contains("RATE_LIMITED");
      assertThat(refused.header("retry-after")).isEqualTo("30");
      assertThat(refused.header("x-ratelimit-remaining")).isEqualTo("0");
      assertThat(refused.header("x-ratelimit-reset")).isEqualTo("60");
      assertThat(served.get("/?who=bo").status()).isEqualTo(200);
      nanos.addAndGet(30_000_000_000L);
      assertThat(served.get("/?who=ann").status()).isEqualTo(200);
    }
  }

  @Test
  void of_two_limits_the_answer_has_the_inner_one_once() {
    var inner = limits.around(Rate.perSecond("inner", 3), _ -> "a", _ -> Reply.nothing());
    var outer = limits.around(Rate.perSecond("outer", 9), _ -> "a", inner);
    try (var served = Served.of(new Router().get("/", outer))) {
      assertThat(served.get("/").header("x-ratelimit-limit")).isEqualTo("3");
    }
  }
}
