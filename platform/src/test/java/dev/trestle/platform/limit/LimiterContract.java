package dev.trestle.platform.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of {@link Limiter}. */
public abstract class LimiterContract {
  private static final Rate RATE = Rate.perSecond("sends", 10).burst(20);

  protected abstract Limiter limiter();

  /** Lets this much time go by for the limiter. */
  protected abstract void pass(Duration time);

  @Test
  void a_fresh_bucket_is_full_and_then_empty() {
    for (int left = 19; left >= 0; left--) {
      var verdict = limiter().take(RATE, "ann");
      assertThat(verdict.isAllowed()).isTrue();
      assertThat(verdict.remaining()).isEqualTo(left);
    }
    var refused = limiter().take(RATE, "ann");
    assertThat(refused.isAllowed()).isFalse();
    assertThat(refused.remaining()).isZero();
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(refused.full()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void tokens_come_back_one_by_one() {
    limiter().take(RATE, "ann", 20);
    pass(Duration.ofMillis(99));
    assertThat(limiter().take(RATE, "ann").isAllowed()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(limiter().take(RATE, "ann").isAllowed()).isTrue();
    assertThat(limiter().take(RATE, "ann").isAllowed()).isFalse();
  }

  @Test
  void a_bucket_never_holds_more_than_its_burst() {
    limiter().take(RATE, "ann", 5);
    pass(Duration.ofHours(1));
    assertThat(limiter().take(RATE, "ann", 20).isAllowed()).isTrue();
    assertThat(limiter().take(RATE, "ann").isAllowed()).isFalse();
  }

  @Test
  void several_tokens_are_taken_all_or_none() {
    limiter().take(RATE, "ann", 15);
    assertThat(limiter().take(RATE, "ann", 6).isAllowed()).isFalse();
    assertThat(limiter().take(RATE, "ann", 6).retryAfter()).isEqualTo(Duration.ofMillis(100));
    assertThat(limiter().take(RATE, "ann", 5).isAllowed()).isTrue();
  }

  @Test
  void a_refused_request_costs_nothing() {
    limiter().take(RATE, "ann", 20);
    for (int i = 0; i < 100; i++) limiter().take(RATE, "ann");
    pass(Duration.ofMillis(100));
    assertThat(limiter().take(RATE, "ann").isAllowed()).isTrue();
  }

  @Test
  void keys_and_rates_have_buckets_of_their_own() {
    limiter().take(RATE, "ann", 20);
    assertThat(limiter().take(RATE, "bo").isAllowed()).isTrue();
    assertThat(limiter().take(Rate.perHour("lookups", 1), "ann").isAllowed()).isTrue();
    assertThat(limiter().take(Rate.perHour("lookups", 1), "ann").isAllowed()).isFalse();
  }

  @Test
  void more_than_a_bucket_holds_is_refused_for_good() {
    assertThatThrownBy(() -> limiter().take(RATE, "ann", 21))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tokens_that_are_given_back_can_be_taken_again() {
    limiter().take(RATE, "ann", 20);
    limiter().giveBack(RATE, "ann", 5);
    assertThat(limiter().take(RATE, "ann", 6).isAllowed()).isFalse();
    assertThat(limiter().take(RATE, "ann", 5).isAllowed()).isTrue();
  }

  @Test
  void giving_back_to_a_full_bucket_changes_nothing() {
    limiter().giveBack(RATE, "ann", 5);
    assertThat(limiter().take(RATE, "ann", 3).remaining()).isEqualTo(17);
    pass(Duration.ofMillis(200));
    limiter().giveBack(RATE, "ann", 20);
    assertThat(limiter().take(RATE, "ann", 1).remaining()).isEqualTo(19);
  }

  @Test
  void many_at_once_get_no_more_than_there_is() {
    var allowed = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        threads.execute(() -> {
          if (limiter().take(RATE, "ann").isAllowed()) allowed.incrementAndGet();
        });
      }
    }
    assertThat(allowed).hasValue(20);
  }
}
