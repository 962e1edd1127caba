package dev.trestle.platform.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.Ulid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class IdsTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2025-11-16T12:00:00Z"));

  @Test
  void an_id_has_its_prefix_and_its_time() {
    var id = new Ids(CLOCK, new Random(1)).next("msg_");
    assertThat(id).matches("msg_[0-9A-Z]{26}");
    assertThat(Ulid.from(id.substring(4)).getInstant()).isEqualTo(CLOCK.instant());
  }

  @Test
  void the_same_seed_gives_the_same_ids() {
    assertThat(some(7)).isEqualTo(some(7)).isNotEqualTo(some(8));
  }

  private static List<String> some(long seed) {
    var ids = new Ids(CLOCK, new Random(seed));
    return List.of(ids.next(), ids.next(), ids.next("chat_"));
  }

  @Test
  void ids_sort_in_the_order_they_were_made() {
    var ids = new Ids(CLOCK, new Random(1));
    var made = new ArrayList<String>();
    for (int i = 0; i < 1000; i++) made.add(ids.next());
    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void threads_that_share_it_get_different_ids() {
    var ids = new Ids(CLOCK, new Random(1));
    var made = new ConcurrentLinkedQueue<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < 8; thread++) {
        threads.execute(() -> {
          for (int i = 0; i < 500; i++) made.add(ids.next());
        });
      }
    }
    assertThat(made).hasSize(4000).doesNotHaveDuplicates();
  }
}
