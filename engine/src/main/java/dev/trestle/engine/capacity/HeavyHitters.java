package dev.trestle.engine.capacity;

import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * The partition keys that most of a table's requests go to. One request in {@value #SAMPLED} is
 * looked at; of those, a space-saving sketch keeps the {@value #KEPT} heaviest keys: a key's count
 * is too high by at most the smallest count kept.
 */
public final class HeavyHitters {
  private static final int SAMPLED = 64;
  private static final int KEPT = 64;

  /** How often a key was asked for, as far as sampling tells. */
  public record Hitter(Item partitionKey, long requests) {}

  /** Guarded by this object's lock; only sampled requests take it. */
  private final Map<Item, Long> counts = new HashMap<>();

  /** Counts a request for a key; the key is only made if the request is looked at. */
  public void add(Supplier<Item> partitionKey) {
    if (ThreadLocalRandom.current().nextInt(SAMPLED) != 0) return;
    var key = partitionKey.get();
    synchronized (counts) {
      var known = counts.get(key);
      if (known == null && counts.size() == KEPT) {
        var least = counts.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        counts.remove(least.getKey());
        known = least.getValue();
      }
      counts.put(key, (known == null ? 0 : known) + 1);
    }
  }

  /** The heaviest first. */
  public List<Hitter> top(int most) {
    var hitters = new ArrayList<Hitter>();
    synchronized (counts) {
      counts.forEach((key, count) -> hitters.add(new Hitter(key, count * SAMPLED)));
    }
    hitters.sort((a, b) -> Long.compare(b.requests, a.requests));
    return List.copyOf(hitters.subList(0, Math.min(most, hitters.size())));
  }
}
