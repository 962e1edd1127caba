package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.stak.StakFixture;
import dev.trestle.stak.inbox.MessageFilter.Folder;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
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

/** Several devices act on one inbox at once. */
final class DevicesTest {
  private static final int DEVICES = 6;
  private static final Duration LIFETIME = Duration.ofSeconds(40);

  private final StakFixture fixture = new StakFixture();
  private final UserInboxKey key = UserInboxKey.of("acme", "ann", "DEFAULT");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void whatever_several_devices_do_at_once_the_counts_equal_a_recount() throws Exception {
    long seed = Property.seed();
    var ids = new CopyOnWriteArrayList<MessageId>();
    for (int round = 0; round < Property.scaled(6); round++) {
      run(seed + round, ids);
      fixture.clock.advance(Duration.ofSeconds(8));
      var inbox = fixture.inbox(key);
      assertThat(inbox.unread()).as("seed %d, round %d", seed, round).isEqualTo(inbox.recount());
      var unread =
          inbox
              .list(new MessageFilter(Folder.INBOX, Optional.empty(), true), MessageId.LAST, 500)
              .messages();
      assertThat(unread).as("seed %d", seed).hasSize((int) inbox.unread().total());
      assertThat(inbox.list(MessageFilter.ALL, MessageId.LAST, 500).messages())
          .extracting(InboxMessage::id)
          .as("seed %d", seed)
          .doesNotHaveDuplicates();
    }
  }

  private void run(long seed, List<MessageId> ids) throws Exception {
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

  private void work(Random random, List<MessageId> ids) {
    var inbox = fixture.inbox(key);
    for (int i = 0; i < 12; i++) {
      var some =
          ids.isEmpty()
              ? List.<MessageId>of()
              : IntStream.range(0, 3)
                  .mapToObj(_ -> ids.get(random.nextInt(ids.size())))
                  .distinct()
                  .toList();
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> {
          var id = fixture.nextId();
          ids.add(id);
          fixture.deliver(key, id, "c" + random.nextInt(3), LIFETIME);
        }
        case 3 -> inbox.apply(new InboxAction.Read(), some);
        case 4 -> inbox.apply(new InboxAction.MarkUnread(), some);
        case 5 -> inbox.readAll(fixture.inboxes.now().minusSeconds(random.nextInt(10)));
        case 6 -> inbox.apply(new InboxAction.Snooze(fixture.inboxes.now().plusSeconds(9)), some);
        case 7 -> {
          if (!some.isEmpty()) redact(some.getFirst());
        }
        default ->
            ids.add(fixture.posts.post(fixture.toEveryone(key.shared(), "all", LIFETIME)).id());
      }
      inbox.unread();
    }
  }

  private void redact(MessageId id) {
    if (fixture.posts.redact(key.shared().message(id)).isEmpty()) {
      fixture.redact(key, id, "c0", LIFETIME);
    }
  }
}
