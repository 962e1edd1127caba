package dev.trestle.homeops.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WebhookRegistrationTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final BotReply DONE = new BotReply.Done(BooleanNode.TRUE);

  private static <T> Supplier<T> failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private static <T> Supplier<T> failing(Error failure) {
    return () -> {
      throw failure;
    };
  }

  /** An exception once ended it: the server ran on, and the bot heard nothing until a restart. */
  @Test
  void neither_a_refusal_nor_an_exception_nor_an_error_ends_it() throws Exception {
    Queue<Supplier<BotReply>> replies =
        new ArrayDeque<>(
            List.of(
                () -> new BotReply.Failed("status 502"),
                failing(new IllegalStateException("on purpose")),
                failing(new NoClassDefFoundError("on purpose")),
                () -> DONE));
    var registered = new CountDownLatch(1);
    try (var registration =
        new WebhookRegistration(
            () -> Objects.requireNonNull(replies.poll()).get(),
            registered::countDown,
            Duration.ofMillis(1))) {
      registration.start();
      assertThat(registered.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(replies).isEmpty();
  }

  @Test
  void closing_it_ends_the_wait_for_the_next_attempt() {
    var attempts = new AtomicInteger();
    try (var registration =
        new WebhookRegistration(
            () -> {
              attempts.incrementAndGet();
              return new BotReply.Failed("status 502");
            },
            () -> {},
            Duration.ofDays(1))) {
      registration.start();
      Await.until(() -> attempts.get() == 1, SOON);
    }
    assertThat(attempts).hasValue(1);
  }
}
