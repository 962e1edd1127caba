package dev.trestle.platform.event;

import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Events within one process, which end with it. Of each topic the latest are kept. */
public final class MemoryEventLog implements EventLog {
  private static final System.Logger LOG = System.getLogger(MemoryEventLog.class.getName());
  private static final int EVENTS_MAX = 100_000;
  private static final int BATCH_MAX = 500;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Map<String, Topic> topics = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  private Topic topic(String name) {
    return topics.computeIfAbsent(EventLog.checked(name), _ -> new Topic());
  }

  @Override
  public void publish(String topic, List<Event> events) {
    if (isClosed) throw new EventLogException("the event log is closed");
    // As another log would: through JSON, which has a limit.
    topic(topic)
        .append(events.stream().map(event -> Event.parse(event.json()).orElseThrow()).toList());
  }

  @Override
  public Subscription follow(String topic, String group, Consumer consumer) {
    var followed = topic(topic);
    var place = followed.groups.computeIfAbsent(EventLog.checked(group), _ -> new Place(0));
    return new Follower(followed, place, consumer);
  }

  @Override
  public Subscription follow(String topic, Start start, Consumer consumer) {
    var followed = topic(topic);
    long next =
        switch (start) {
          case OLDEST -> 0;
          case NOW -> followed.end();
        };
    return new Follower(followed, new Place(next), consumer);
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** How far a group is. Its lock is held by the member that handles events. */
  private static final class Place {
    final ReentrantLock lock = new ReentrantLock();
    long next;

    Place(long next) {
      this.next = next;
    }
  }

  private static final class Topic {
    final Map<String, Place> groups = new ConcurrentHashMap<>();

    /** Guards all below. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition grown = lock.newCondition();
    private final List<Event> events = new ArrayList<>();

    /** The number of the first event that is kept. */
    private long first;

    void append(List<Event> more) {
      lock.lock();
      try {
        events.addAll(more);
        int surplus = events.size() - EVENTS_MAX;
        if (surplus > 0) {
          events.subList(0, surplus).clear();
          first += surplus;
        }
        grown.signalAll();
      } finally {
        lock.unlock();
      }
    }

    long end() {
      lock.lock();
      try {
        return first + events.size();
      } finally {
        lock.unlock();
      }
    }

    /** Waits a little for events from a number on. */
    List<Event> from(long number) throws InterruptedException {
      lock.lock();
      try {
        long nanos = PAUSE.toNanos();
        while (first + events.size() <= number) {
          if (nanos <= 0) return List.of();
          nanos = grown.awaitNanos(nanos);
        }
        int begin = (int) Math.max(0, number - first);
        int end = Math.min(events.size(), begin + BATCH_MAX);
        return begin >= end ? List.of() : List.copyOf(events.subList(begin, end));
      } finally {
        lock.unlock();
      }
    }

    /** The number of an event that is kept, not below the given one. */
    long kept(long number) {
      lock.lock();
      try {
        return Math.max(number, first);
      } finally {
        lock.unlock();
      }
    }
  }

  private static final class Follower implements Subscription {
    private final Topic topic;
    private final Place place;
    private final Consumer consumer;
    private final Thread thread;
    private volatile boolean isOver;

    Follower(Topic topic, Place place, Consumer consumer) {
      this.topic = topic;
      this.place = place;
      this.consumer = consumer;
      this.thread = RestartingThread.of("events", this::run);
      thread.start();
    }

    private void run() {
      try {
        while (!isOver) {
          if (!step()) Thread.sleep(PAUSE);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Hands over the next events; false if the consumer failed. */
    private boolean step() throws InterruptedException {
      place.lock.lockInterruptibly();
      try {
        if (isOver) return true;
        place.next = topic.kept(place.next);
        var events = topic.from(place.next);
        if (!events.isEmpty()) consumer.received(events);
        place.next += events.size();
        return true;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        LOG.log(Level.WARNING, "a consumer of events failed", e);
        return false;
      } finally {
        place.lock.unlock();
      }
    }

    @Override
    public void close() {
      isOver = true;
      if (Thread.currentThread().equals(thread)) return;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
