package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
  @Test
  void a_value_is_returned_as_soon_as_it_is_there() {
    var looks = new AtomicInteger();
    int found =
        Await.value(
            () -> Optional.of(looks.incrementAndGet()).filter(look -> look == 5),
            Duration.ofMinutes(1));
    assertThat(found).isEqualTo(5);
    assertThat(looks).hasValue(5);
  }

  @Test
  void what_never_comes_is_not_waited_for_without_end() {
    assertThatThrownBy(() -> Await.until(() -> false, Duration.ofMillis(50)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("timed out");
  }
}
