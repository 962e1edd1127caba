package dev.trestle.engine.capacity;

import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The partition keys that receive most of a table's requests. Some of the requests are sampled, and
 * a space-saving sketch keeps the {@value #KEPT} most frequent keys. A key's count is too high by
 * at most the smallest count kept.
 */
public final class HeavyHitters {
  static final int ONE_IN_64 = 64;
  static final int ALL = 1;

  /** The most keys that are kept. */
  public static final int KEPT = 64;

  /** A key and its estimated number of requests. */
  public record Hitter(Item partitionKey, long requests) {}

  /** Guards {@code counts}. Only sampled requests take it. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<Item, Long> counts = new HashMap<>();
  private final int sampled;

  /** Samples one in this many requests. */
  HeavyHitters(int sampled) {
    this.sampled = sampled;
  }

  /** Counts a request for a key. The supplier is only called if the request is sampled. */
  public void add(Supplier<Item> partitionKey) {
    if (ThreadLocalRandom.current().nextInt(sampled) != 0) return;
    var key = partitionKey.get();
    lock.lock();
    try {
      var known = counts.get(key);
      if (known == null && counts.size() == KEPT) {
        var least = counts.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        counts.remove(least.getKey());
        known = least.getValue();
      }
      counts.put(key, (known == null ? 0 : known) + 1);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the keys with the most requests, the most frequent first. */
  public List<Hitter> top(int most) {
    var hitters = new ArrayList<Hitter>();
    lock.lock();
    try {
      counts.forEach((key, count) -> hitters.add(new Hitter(key, count * sampled)));
    } finally {
      lock.unlock();
    }
    hitters.sort((a, b) -> Long.compare(b.requests, a.requests));
    return List.copyOf(hitters.subList(0, Math.min(most, hitters.size())));
  }
}
