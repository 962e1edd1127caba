package dev.trestle.engine.storage;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes threads that wait for new log records. Each log has a channel, so that a record wakes only
 * those who wait for that log. While no thread waits, a record costs the committer one volatile
 * write and one read.
 */
final class LogNotifier {
  /** Logs that share a channel only wake each other's readers in vain. */
  private static final int CHANNELS = 256;

  private final Channel[] channels = new Channel[CHANNELS];

  LogNotifier(long position) {
    for (int i = 0; i < CHANNELS; i++) channels[i] = new Channel(position);
  }

  /** Returns the number up to which a channel's records are readable. */
  long position(int channel) {
    return channel(channel).position;
  }

  /** Called by the committer when a channel's records up to this number are readable. */
  void advance(int channel, long to) {
    channel(channel).advance(to);
  }

  /** Waits until a channel has a record beyond a number, and returns its new position. */
  long await(int channel, long seen, Duration timeout) throws InterruptedException {
    return channel(channel).await(seen, timeout);
  }

  /** Wakes all waiting threads, and lets none wait again. */
  void close() {
    for (var channel : channels) channel.close();
  }

  private Channel channel(int number) {
    return channels[Math.floorMod(number, CHANNELS)];
  }

  private static final class Channel {
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Held while waiting and while waking, so that no wake-up is lost between the check and the
     * wait.
     */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition grown = lock.newCondition();
    private volatile long position;
    private volatile boolean closed;

    Channel(long position) {
      this.position = position;
    }

    void advance(long to) {
      if (position == to) return; // another record of the same group
      position = to;
      // A waiter increments the counter before it reads the position. So either it sees this
      // position, or the counter is seen here.
      if (waiting.get() > 0) wake();
    }

    void close() {
      closed = true;
      wake();
    }

    private void wake() {
      lock.lock();
      try {
        grown.signalAll();
      } finally {
        lock.unlock();
      }
    }

    long await(long seen, Duration timeout) throws InterruptedException {
      if (position > seen) return position;
      waiting.incrementAndGet();
      lock.lock();
      try {
        long nanos = timeout.toNanos();
        while (position <= seen && !closed && nanos > 0) nanos = grown.awaitNanos(nanos);
        return position;
      } finally {
        lock.unlock();
        waiting.decrementAndGet();
      }
    }
  }
}
