package dev.trestle.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.console.ConsoleQueue.DeadLetter;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PlatformQueueTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Trestle trestle = Trestle.inMemory();
  private final ManualClock clock = new ManualClock();
  private final TableQueue queue = create(trestle);
  private final ConsoleQueue desk = ConsoleQueue.of(queue, "letters", clock);

  private static TableQueue create(Trestle trestle) {
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    var leases = new LeaseOptions("one", Duration.ofMillis(800), Duration.ofMillis(100));
    return new TableQueue(
        trestle.client(), StoreOptions.standard(), QueueOptions.of("one").shards(1).leases(leases));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private void giveUp(String... ids) {
    for (var id : ids) queue.enqueue(new NewJob("letters", id, "to ann", Instant.now()));
    try (var _ =
        queue.work("letters", WorkOptions.STANDARD, _ -> JobOutcome.failed("no such mailbox"))) {
      Await.until(() -> desk.deadLetters(10).size() == ids.length, PATIENCE);
    }
  }

  @Test
  void what_was_given_up_is_listed_replayed_and_dropped_once() {
    giveUp("one", "two");
    var letters = desk.deadLetters(10);
    assertThat(letters).extracting(DeadLetter::error).containsOnly("no such mailbox");
    assertThat(letters).extracting(DeadLetter::body).containsOnly("to ann");
    assertThat(desk.deadLetters(1)).hasSize(1);
    assertThat(desk.replay(letters.getFirst().id())).isTrue();
    assertThat(desk.replay(letters.getFirst().id())).isFalse();
    assertThat(desk.drop(letters.getLast().id())).isTrue();
    assertThat(desk.deadLetters(10)).isEmpty();
    assertThat(desk.state().waiting()).isEqualTo(1);
    assertThat(desk.state().dead()).isZero();
  }

  @Test
  void a_count_is_good_for_a_moment_only() {
    assertThat(desk.state().waiting()).isZero();
    queue.enqueue(new NewJob("letters", "one", "to ann", Instant.now()));
    assertThat(desk.state().waiting()).isZero();
    clock.advance(Duration.ofSeconds(4));
    assertThat(desk.state().waiting()).isEqualTo(1);
  }

  @Test
  void the_queues_of_several_names_are_apart() {
    giveUp("one");
    var other = ConsoleQueue.of(queue, "parcels", clock);
    assertThat(other.deadLetters(10)).isEqualTo(List.of());
    assertThat(other.state().dead()).isZero();
  }
}
