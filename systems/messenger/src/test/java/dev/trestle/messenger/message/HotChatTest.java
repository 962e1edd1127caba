package dev.trestle.messenger.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.engine.capacity.TableUsage.Throttle;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Controlled throttling under a simulated hot partition: one chat gets more messages than a
 * partition takes. The engine's clock stands still, so its partition has the units of one second.
 */
class HotChatTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int MESSAGES = 700;
  private static final int OTHER_CHATS = 12;

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle =
      Trestle.open(
          EngineOptions.inMemory()
              .withClock(clock)
              .withLimits(LimitedTables.named(Set.of("messages"))));
  private final DomainFixture server =
      new DomainFixture(TestServer.context(trestle, InstantSource.system()));
  private final List<UserId> users =
      IntStream.range(0, 2)
          .mapToObj(n -> server.accounts.addUser("+4670123450" + n, "User " + n))
          .toList();

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private ChatId chat(String name) {
    return server.groups.create(users.getFirst(), name, users).chatId();
  }

  /** Sends a message, again if it was refused, as clients do. */
  private void send(ChatId chat, String id) {
    while (true) {
      try {
        var _ = server.logs.send(chat, users.getFirst(), Draft.text(id, "text " + id));
        return;
      } catch (DynamoDbException | Refusal.Unavailable refused) {
        // Throttled for longer than the server retries.
      }
    }
  }

  private List<Throttle> throttles() {
    return List.copyOf(trestle.engine().usage("messages").orElseThrow().throttles().keySet());
  }

  @Test
  void a_viral_chat_is_slowed_down_and_loses_nothing_while_other_chats_go_on() throws Exception {
    var hot = chat("Viral");
    var others = IntStream.range(0, OTHER_CHATS).mapToObj(n -> chat("Quiet " + n)).toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var sent = new ArrayList<Future<?>>();
      for (int sender = 0; sender < 2; sender++) {
        int first = sender * MESSAGES / 2;
        sent.add(
            threads.submit(() -> {
              for (int i = first; i < first + MESSAGES / 2; i++) send(hot, "m" + i);
            }));
      }
      Await.until(() -> !throttles().isEmpty(), TIMEOUT);
      assertThat(throttles())
          .containsOnly(new Throttle("TableWriteKeyRangeThroughputExceeded", Optional.empty()));
      assertThat(sent).anyMatch(each -> !each.isDone());
      var quiet = new ArrayList<Future<?>>();
      for (var chat : others) quiet.add(threads.submit(() -> send(chat, "quiet")));
      // All but those that happen to be in the hot partition, one of four.
      Await.until(() -> quiet.stream().anyMatch(Future::isDone), TIMEOUT);
      assertThat(sent).anyMatch(each -> !each.isDone());
      Await.until(
          () -> {
            clock.advance(Duration.ofSeconds(1));
            return sent.stream().allMatch(Future::isDone)
                && quiet.stream().allMatch(Future::isDone);
          },
          TIMEOUT);
      for (var each : sent) each.get();
      for (var each : quiet) each.get();
    }
    var member = server.access.member(hot, users.getFirst());
    var stored = server.history.after(member, 0, 100_000).entries();
    assertThat(stored)
        .extracting(Message::sequence)
        .isEqualTo(LongStream.rangeClosed(1, MESSAGES + 1).boxed().toList());
    assertThat(stored).extracting(Message::clientMessageId).doesNotHaveDuplicates();
  }
}
