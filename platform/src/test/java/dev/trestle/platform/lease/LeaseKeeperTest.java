package dev.trestle.platform.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.lease.LeaseModel.Lease;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final Work work = new Work();
  private LeaseKeeper keeper;
  private LeaseKeeper other;
  private long nanos;

  /** Work on shards that is done as far as the test says. */
  private static final class Work implements LeaseHolder {
    private Progress progress = Progress.NONE;

    @Override
    public void begin(Lease lease) {}

    @Override
    public Progress progress(String shard) {
      return progress;
    }

    @Override
    public Optional<Progress> end(String shard) {
      return Optional.of(progress);
    }

    @Override
    public void lose(String shard) {}
  }

  @BeforeEach
  void open() {
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    keeper = keeper("one");
    other = keeper("two");
    keeper.add("00", Optional.empty(), Optional.empty());
    keeper.beat();
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private LeaseKeeper keeper(String member) {
    var store = Store.of(LeaseModel.MODEL, trestle.client());
    return new LeaseKeeper(store, "q#mail", LeaseOptions.of(member), work, clock, () -> nanos);
  }

  private void pass(Duration time) {
    clock.advance(time);
    nanos += time.toNanos();
  }

  private Lease lease() {
    return keeper.leases().getFirst();
  }

  /** Once every lease was written each second: 90 writes a second on an idle server. */
  @Test
  void a_lease_without_progress_is_renewed_three_times_before_it_expires() {
    long before = lease().counter();
    for (int second = 0; second < 60; second++) {
      pass(SECOND);
      keeper.beat();
      other.beat();
      assertThat(keeper.isFresh("00")).isTrue();
      assertThat(keeper.held()).containsExactly("00");
      assertThat(other.held()).isEmpty();
    }
    assertThat(lease().counter() - before).isBetween(18L, 21L);
  }

  @Test
  void progress_is_stored_with_the_next_heartbeat() {
    for (int second = 0; second < 5; second++) {
      pass(SECOND);
      work.progress = new LeaseHolder.Progress(Optional.of("at " + second), false);
      keeper.beat();
      assertThat(lease().checkpoint()).hasValue("at " + second);
    }
  }

  @Test
  void a_server_that_stops_without_a_word_is_replaced_once_its_lease_has_expired() {
    pass(SECOND);
    keeper.beat();
    other.beat();
    var taken = Duration.ZERO;
    while (other.held().isEmpty()) {
      pass(SECOND);
      taken = taken.plus(SECOND);
      other.beat();
      assertThat(keeper.isFresh("00") && !other.held().isEmpty()).isFalse();
    }
    assertThat(other.held()).isEqualTo(Set.of("00"));
    assertThat(taken).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
  }
}
