package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.stak.StakWorld;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.Listing.Folder;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many do many things to one inbox at once. */
final class DevicesTest {
  private static final int DEVICES = 6;
  private static final Duration LIFE = Duration.ofSeconds(40);

  private final StakWorld world = new StakWorld();
  private final OfInbox of = new OfInbox("acme", "ann", "DEFAULT");

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void whatever_several_devices_do_at_once_the_counts_equal_a_recount() throws Exception {
    long seed = Property.seed();
    var ids = new CopyOnWriteArrayList<String>();
    for (int round = 0; round < Property.scaled(6); round++) {
      run(seed + round, ids);
      world.clock.advance(Duration.ofSeconds(8));
      var inbox = world.inbox(of);
      assertThat(inbox.unread()).as("seed %d, round %d", seed, round).isEqualTo(inbox.recount());
      var unread =
          inbox
              .list(new Filter(Folder.INBOX, Optional.empty(), true), MessageIds.LAST, 500)
              .items();
      assertThat(unread).as("seed %d", seed).hasSize((int) inbox.unread().total());
      assertThat(inbox.list(Filter.ALL, MessageIds.LAST, 500).items())
          .extracting(Item::id)
          .as("seed %d", seed)
          .doesNotHaveDuplicates();
    }
  }

  private void run(long seed, List<String> ids) throws Exception {
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> devices =
          IntStream.range(0, DEVICES)
              .<Future<?>>mapToObj(
                  device -> executor.submit(() -> work(new Random(seed * DEVICES + device), ids)))
              .toList();
      for (var device : devices) {
        try {
          device.get();
        } catch (ExecutionException e) {
          throw new AssertionError("seed " + seed, e.getCause());
        }
      }
    }
  }

  private void work(Random random, List<String> ids) {
    var inbox = world.inbox(of);
    for (int i = 0; i < 12; i++) {
      var some =
          ids.isEmpty()
              ? List.<String>of()
              : IntStream.range(0, 3)
                  .mapToObj(_ -> ids.get(random.nextInt(ids.size())))
                  .distinct()
                  .toList();
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> {
          var id = world.ids.next();
          ids.add(id);
          world.deliver(of, id, "c" + random.nextInt(3), LIFE);
        }
        case 3 -> inbox.apply(new Act.Read(), some);
        case 4 -> inbox.apply(new Act.MarkUnread(), some);
        case 5 -> inbox.readAll(world.room.now().minusSeconds(random.nextInt(10)));
        case 6 -> inbox.apply(new Act.Snooze(world.room.now().plusSeconds(9)), some);
        case 7 -> {
          if (!some.isEmpty()) redact(some.getFirst());
        }
        default -> ids.add(world.posts.toEveryone(world.draft(of.tenant(), "all", LIFE)).id());
      }
      inbox.unread();
    }
  }

  private void redact(String id) {
    var sent = new Sends.OfMessage(of.tenant(), of.inbox(), id);
    if (world.posts.redact(sent).isEmpty()) world.redact(of, id, "c0", LIFE);
  }
}
