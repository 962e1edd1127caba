package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Two operators who rotate the same keys, one between the reading and the writing of the other. */
class RotationsAtOnceTest {
  private final MemorySecrets shared = new MemorySecrets(new Random(4));
  private final List<String> first = SigningKeys.in(shared, "own").ids();

  /** Secrets in which something happens between the next read and what follows it. */
  private final class Interrupted extends Secrets {
    private Optional<Consumer<SigningKeys>> event = Optional.empty();

    Interrupted() {
      super(new Random(5));
    }

    @Override
    Optional<String> read(String name) {
      var text = shared.read(name);
      var now = event;
      event = Optional.empty();
      now.ifPresent(each -> each.accept(SigningKeys.existing(shared, name).orElseThrow()));
      return text;
    }

    @Override
    String create(String name, String text) {
      return shared.create(name, text);
    }

    @Override
    boolean replace(String name, String before, String text) {
      return shared.replace(name, before, text);
    }
  }

  private SigningKeys interruptedBy(Consumer<SigningKeys> event) {
    var secrets = new Interrupted();
    var own = SigningKeys.existing(secrets, "own").orElseThrow();
    secrets.event = Optional.of(event);
    return own;
  }

  @Test
  void both_new_keys_are_kept() {
    interruptedBy(other -> other.rotate(ManualClock.START)).rotate(ManualClock.START);
    assertThat(SigningKeys.in(shared, "own").ids()).hasSize(3).containsAll(first);
  }

  @Test
  void leaked_keys_do_not_come_back() {
    interruptedBy(SigningKeys::replace).rotate(ManualClock.START);
    assertThat(SigningKeys.in(shared, "own").ids()).hasSize(2).doesNotContainAnyElementsOf(first);
  }
}
