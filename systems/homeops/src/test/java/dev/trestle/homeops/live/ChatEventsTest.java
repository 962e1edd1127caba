package dev.trestle.homeops.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.http.StreamedResponse;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.web.EventStream;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ChatEventsTest {
  private static final ChatId CHAT = new ChatId("chat_1");
  private static final int ROUNDS = 20_000;

  /** Takes everything, and goes nowhere. */
  private static final class Nowhere implements StreamedResponse.Sink {
    @Override
    public void write(byte[] bytes, int start, int length) {}

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void whenEnding(Runnable wake) {}
  }

  private static EventStream stream() throws InterruptedException {
    var opened = new AtomicReference<EventStream>();
    EventStream.of(
            1,
            stream -> {
              opened.set(stream);
              stream.end();
              return () -> {};
            })
        .body()
        .writeTo(new Nowhere());
    return opened.get();
  }

  /** As when somebody reloads the page: the old stream ends while the new one begins. */
  @Test
  void a_page_that_opens_while_the_last_one_closes_is_followed() throws Exception {
    var old = stream();
    var reloaded = stream();
    var together = new CyclicBarrier(2);
    try (var signals = new MemorySignals();
        var events = new ChatEvents(signals);
        var threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < ROUNDS; round++) {
        var leave = events.follow(CHAT, "anna", old);
        var left =
            threads.submit(() -> {
              together.await();
              leave.run();
              return true;
            });
        together.await();
        var leaveAgain = events.follow(CHAT, "anna", reloaded);
        left.get();
        assertThat(events.open()).as("round " + round).isEqualTo(1);
        leaveAgain.run();
        assertThat(events.open()).isZero();
      }
    }
  }
}
