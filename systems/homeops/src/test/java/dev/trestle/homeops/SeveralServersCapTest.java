package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ResponseCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Three servers on the same tables: a day has three unasked replies, whichever server sends. */
class SeveralServersCapTest {
  private static final int SERVERS = 3;
  private static final long TIMEOUT_SECONDS = 60;

  private final TestHousehold first = new TestHousehold();
  private final List<TestHousehold> servers =
      List.of(first, first.onAnotherServer(), first.onAnotherServer());

  @AfterEach
  void close() {
    servers.reversed().forEach(TestHousehold::close);
  }

  @Test
  void of_three_servers_that_want_the_last_reply_of_the_day_one_gets_it() throws Exception {
    first.clock.set(Instant.parse("2026-03-11T08:00:00Z"));
    for (int i = 0; i < 2; i++) {
      first.handle(first.message("diskat"));
      first.clock.advance(Duration.ofHours(1));
    }
    assertThat(first.chat.sent).hasSize(2);

    var messages = new ArrayList<ReceivedMessage>();
    for (int i = 0; i < SERVERS; i++) messages.add(first.message("diskat"));
    claimTogether();
    try (var threads = Executors.newFixedThreadPool(SERVERS)) {
      var calls = new ArrayList<Callable<Void>>();
      for (int i = 0; i < SERVERS; i++) {
        var server = servers.get(i);
        var message = messages.get(i);
        calls.add(() -> {
          server.handle(message);
          return null;
        });
      }
      for (var done : threads.invokeAll(calls)) done.get();
    }

    assertThat(first.chat.sent).hasSize(3);
    assertThat(messages)
        .extracting(message -> first.decision(message).reason())
        .containsExactlyInAnyOrder("noted", "daily_cap", "daily_cap");
    assertThat(first.activities()).hasSize(5);
  }

  /** Each server claims its reply once all have passed the rules before, such as the cooldown. */
  private void claimTogether() {
    var together = new CyclicBarrier(SERVERS);
    for (var server : servers) {
      server.unreachable.set(request -> {
        if (request instanceof UpdateItemRequest update
            && update.tableName().equals(ResponseCounters.TABLE.name())) {
          await(together);
        }
        return false;
      });
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("not all servers got this far", e);
    }
  }
}
