package dev.trestle.platform.signal;

import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Signals within one process. */
public final class MemorySignals implements Signals {
  private static final System.Logger LOG = System.getLogger(MemorySignals.class.getName());

  /** What may wait for one listener, in messages and in bytes. */
  private static final int WAITING_MAX = 10_000;

  private static final long WAITING_BYTES_MAX = 8L << 20;

  private final Map<String, List<Mailbox>> mailboxes = new ConcurrentHashMap<>();
  private final LongAdder dropped = new LongAdder();

  @Override
  public void publish(String topic, byte[] message) {
    check(topic);
    if (message.length > MESSAGE_BYTES_MAX) {
      throw new IllegalArgumentException("a signal of " + message.length + " bytes is too long");
    }
    for (var mailbox : mailboxes.getOrDefault(topic, List.of())) mailbox.put(message.clone());
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    check(topic);
    var mailbox = new Mailbox(topic, listener);
    mailboxes.computeIfAbsent(topic, _ -> new CopyOnWriteArrayList<>()).add(mailbox);
    mailbox.thread.start();
    return mailbox;
  }

  @Override
  public void missed() {
    mailboxes.keySet().forEach(this::missed);
  }

  /** Tells the listeners of a topic that messages from elsewhere may have been lost. */
  public void missed(String topic) {
    mailboxes.getOrDefault(topic, List.of()).forEach(Mailbox::miss);
  }

  private static void check(String topic) {
    if (topic.isEmpty() || topic.length() > TOPIC_MAX) {
      throw new IllegalArgumentException("a topic of " + topic.length() + " characters");
    }
  }

  @Override
  public long dropped() {
    return dropped.sum();
  }

  @Override
  public void close() {
    mailboxes.values().forEach(list -> list.forEach(Mailbox::close));
  }

  /** The messages that wait for one listener. */
  private final class Mailbox implements Subscription {
    private final String topic;
    private final Listener listener;
    private final Thread thread;

    /** Guards all below. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private boolean hasMissed;
    private boolean isClosed;

    Mailbox(String topic, Listener listener) {
      this.topic = topic;
      this.listener = listener;
      this.thread = RestartingThread.of("signals-" + topic, this::deliver);
    }

    void put(byte[] message) {
      lock.lock();
      try {
        if (isClosed) return;
        if (waiting.size() >= WAITING_MAX || waitingBytes + message.length > WAITING_BYTES_MAX) {
          hasMissed = true;
          dropped.increment();
        } else {
          waiting.add(message);
          waitingBytes += message.length;
          changed.signal();
        }
      } finally {
        lock.unlock();
      }
    }

    void miss() {
      lock.lock();
      try {
        hasMissed = true;
        changed.signal();
      } finally {
        lock.unlock();
      }
    }

    private void deliver() {
      while (awaitNews()) {
        try {
          if (takeMissed()) listener.missed();
          var message = next();
          if (message.isPresent()) listener.received(message.get());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        } catch (Exception e) {
          LOG.log(Level.WARNING, "a listener of " + topic + " failed", e);
        }
      }
    }

    /** Waits until there is something to tell; false once the subscription is closed. */
    private boolean awaitNews() {
      lock.lock();
      try {
        while (waiting.isEmpty() && !hasMissed && !isClosed) changed.awaitUninterruptibly();
        return !isClosed;
      } finally {
        lock.unlock();
      }
    }

    private Optional<byte[]> next() {
      lock.lock();
      try {
        if (waiting.isEmpty()) return Optional.empty();
        var message = waiting.remove();
        waitingBytes -= message.length;
        return Optional.of(message);
      } finally {
        lock.unlock();
      }
    }

    private boolean takeMissed() {
      lock.lock();
      try {
        boolean missed = hasMissed;
        hasMissed = false;
        return missed;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      mailboxes.getOrDefault(topic, List.of()).remove(this);
      lock.lock();
      try {
        isClosed = true;
        waiting.clear();
        waitingBytes = 0;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      if (Thread.currentThread().equals(thread)) return;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
