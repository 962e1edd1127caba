package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private final Faults faults = new Faults();

  @Test
  void an_armed_point_throws_once_and_every_passage_is_counted() {
    faults.reached("here");
    faults.fail("here");
    assertThatThrownBy(() -> faults.reached("here")).isInstanceOf(Faults.InjectedFault.class);
    assertThatCode(() -> faults.reached("here")).doesNotThrowAnyException();
    assertThatCode(() -> faults.reached("there")).doesNotThrowAnyException();
    assertThat(faults.count("here")).isEqualTo(3);
  }

  @Test
  void a_blocked_thread_goes_on_when_it_is_released() throws InterruptedException {
    var blockade = faults.block("here");
    var thread = Thread.ofPlatform().start(() -> faults.reached("here"));
    blockade.awaitArrival();
    assertThat(thread.isAlive()).isTrue();
    blockade.release();
    assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void random_faults_repeat_with_their_seed() {
    assertThat(failures(1)).isEqualTo(failures(1)).isNotEqualTo(failures(2)).contains("x", ".");
  }

  private static String failures(long seed) {
    var faults = new Faults();
    faults.failAtRandom(seed, 0.3);
    var seen = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      try {
        faults.reached("any");
        seen.append('.');
      } catch (Faults.InjectedFault _) {
        seen.append('x');
      }
    }
    return seen.toString();
  }
}
