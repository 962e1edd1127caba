package dev.trestle.platform.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of {@link Signals}. Two connections stand for two servers. */
public abstract class SignalsContract {
  private static final String TOPIC = "chats";

  /** One server's connection. */
  protected abstract Signals here();

  /** Another server's; the same object where signals are within one process. */
  protected abstract Signals there();

  @AfterEach
  void end() {
    here().close();
    there().close();
  }

  /** Collects what it receives. */
  private static class Collector implements Signals.Listener {
    final List<String> received = new CopyOnWriteArrayList<>();
    final AtomicInteger missed = new AtomicInteger();

    @Override
    public void received(byte[] message) throws Exception {
      received.add(new String(message, UTF_8));
    }

    @Override
    public void missed() {
      missed.incrementAndGet();
    }
  }

  private static void await(BooleanSupplier condition) {
    Await.until(condition, Duration.ofSeconds(60));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void a_signal_reaches_the_listeners_of_its_topic_on_every_server() {
    var own = new Collector();
    var other = new Collector();
    var elsewhere = new Collector();
    here().subscribe(TOPIC, own);
    there().subscribe(TOPIC, other);
    there().subscribe("chats2", elsewhere);
    here().publish(TOPIC, bytes("hello"));
    await(() -> own.received.contains("hello") && other.received.contains("hello"));
    assertThat(elsewhere.received).isEmpty();
  }

  @Test
  void a_closed_subscription_receives_nothing_more() {
    var ended = new Collector();
    var witness = new Collector();
    var subscription = here().subscribe(TOPIC, ended);
    here().subscribe(TOPIC, witness);
    subscription.close();
    subscription.close();
    here().publish(TOPIC, bytes("late"));
    await(() -> witness.received.contains("late"));
    assertThat(ended.received).isEmpty();
  }

  @Test
  void a_listener_that_fails_gets_the_next_signal() {
    var second = new CountDownLatch(1);
    here()
        .subscribe(
            TOPIC,
            new Collector() {
              @Override
              public void received(byte[] message) throws Exception {
                super.received(message);
                if (received.size() == 1) throw new IllegalStateException("planted");
                second.countDown();
              }
            });
    here().publish(TOPIC, bytes("one"));
    here().publish(TOPIC, bytes("two"));
    await(() -> second.getCount() == 0);
  }

  @Test
  void a_slow_listener_loses_signals_is_told_and_holds_up_nobody() {
    var release = new CountDownLatch(1);
    var slow =
        new Collector() {
          @Override
          public void received(byte[] message) throws Exception {
            release.await();
            super.received(message);
          }
        };
    var quick = new Collector();
    here().subscribe(TOPIC, slow);
    var large = "x".repeat(Signals.MESSAGE_BYTES_MAX);
    // More than may wait for a listener: the publisher is never held up.
    for (int i = 0; i < 100; i++) here().publish(TOPIC, bytes(large));
    here().subscribe(TOPIC, quick);
    here().publish(TOPIC, bytes("after"));
    await(() -> quick.received.contains("after"));
    assertThat(here().dropped()).isPositive();
    release.countDown();
    await(() -> slow.missed.get() > 0);
    assertThat(quick.missed).hasValue(0);
  }

  @Test
  void the_listener_owns_the_array_it_receives() {
    var message = bytes("first");
    var collector = new Collector();
    here().subscribe(TOPIC, collector);
    here().publish(TOPIC, message);
    message[0] = 'X';
    await(() -> collector.received.contains("first"));
  }

  @Test
  void a_listener_may_end_its_own_subscription() {
    var ended = new CountDownLatch(1);
    var subscription = new CopyOnWriteArrayList<Signals.Subscription>();
    subscription.add(
        here()
            .subscribe(
                TOPIC,
                new Collector() {
                  @Override
                  public void received(byte[] message) {
                    while (subscription.isEmpty()) Thread.onSpinWait();
                    subscription.getFirst().close();
                    ended.countDown();
                  }
                }));
    here().publish(TOPIC, bytes("end"));
    await(() -> ended.getCount() == 0);
  }

  @Test
  void what_is_too_long_is_refused() {
    var tooLong = "t".repeat(Signals.TOPIC_MAX + 1);
    assertThatThrownBy(() -> here().publish(tooLong, bytes("")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here().subscribe(tooLong, new Collector()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here().publish(TOPIC, new byte[Signals.MESSAGE_BYTES_MAX + 1]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
