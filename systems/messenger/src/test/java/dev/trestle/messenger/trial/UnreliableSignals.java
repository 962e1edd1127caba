package dev.trestle.messenger.trial;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.signal.Signals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Signals between servers in one process that are all lost or all repeated, which their contract
 * allows. It knows when those about new entries have been dealt with.
 */
final class UnreliableSignals implements Signals {
  private static final String ENTRIES = "messenger.entries";

  private final MemorySignals signals = new MemorySignals();
  private final int copies;
  private final AtomicInteger listeners = new AtomicInteger();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong handled = new AtomicLong();

  /** The last entry of each chat that a signal named. */
  private final Map<String, Long> last = new ConcurrentHashMap<>();

  private UnreliableSignals(int copies) {
    this.copies = copies;
  }

  static UnreliableSignals lost() {
    return new UnreliableSignals(0);
  }

  static UnreliableSignals repeated() {
    return new UnreliableSignals(2);
  }

  @Override
  public void publish(String topic, byte[] message) {
    for (int i = 0; i < copies; i++) {
      if (topic.equals(ENTRIES)) sent.addAndGet(listeners.get());
      signals.publish(topic, message);
    }
    if (!topic.equals(ENTRIES)) return;
    for (var line : new String(message, US_ASCII).lines().toList()) {
      var words = line.split(" ", -1);
      last.merge(words[0], Long.parseLong(words[2]), Math::max);
    }
  }

  /** Whether a signal about this entry or a later one was lost, or handled by all servers. */
  boolean areHandled(String chat, long sequence) {
    return last.getOrDefault(chat, 0L) >= sequence && handled.get() == sent.get();
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    if (!topic.equals(ENTRIES)) return signals.subscribe(topic, listener);
    listeners.incrementAndGet();
    return signals.subscribe(
        topic,
        new Listener() {
          @Override
          public void received(byte[] message) throws Exception {
            try {
              listener.received(message);
            } finally {
              handled.incrementAndGet();
            }
          }

          @Override
          public void missed() {
            listener.missed();
          }
        });
  }

  @Override
  public void missed() {
    signals.missed();
  }

  @Override
  public long dropped() {
    return signals.dropped();
  }

  @Override
  public void close() {
    signals.close();
  }
}
