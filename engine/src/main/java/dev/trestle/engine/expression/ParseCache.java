package dev.trestle.engine.expression;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A cache of parsed expressions, because programs send the same few expressions again and again. A
 * lookup is one read of a concurrent map, without a lock. The oldest entries are evicted first,
 * with a second chance for those that were used since.
 */
public final class ParseCache<V> {
  /** The approximate memory of a parsed expression per character of its text. */
  private static final int BYTES_PER_CHARACTER = 24;

  private static final int BYTES_PER_ENTRY = 256;

  private record Key(ExpressionKind kind, String text) {
    long weight() {
      return BYTES_PER_ENTRY + (long) BYTES_PER_CHARACTER * text.length();
    }
  }

  private static final class Entry<V> {
    final Key key;
    final V value;

    /** Written without synchronization. A lost write only costs an entry its second chance. */
    boolean used;

    Entry(Key key, V value) {
      this.key = key;
      this.value = value;
    }
  }

  private final long weightMax;
  private final ConcurrentHashMap<Key, Entry<V>> entries = new ConcurrentHashMap<>();

  /** Guards {@code queue} and {@code weight}. */
  private final ReentrantLock lock = new ReentrantLock();

  /** The entries in the order in which they are considered for removal. */
  private final Queue<Entry<V>> queue = new ArrayDeque<>();

  /** The sum of the entries' weights. */
  private long weight;

  /** Takes the approximate memory limit in bytes. */
  public ParseCache(long weightMax) {
    this.weightMax = weightMax;
  }

  /** Returns the cached statement, or parses it. Nothing is cached if parsing fails. */
  public V get(String statement, Supplier<V> parse) {
    return get(ExpressionKind.STATEMENT, statement, parse);
  }

  /** Returns the cached expression, or parses it. Nothing is cached if parsing fails. */
  V get(ExpressionKind kind, String text, Supplier<V> parse) {
    var key = new Key(kind, text);
    var entry = entries.get(key);
    if (entry != null) {
      if (!entry.used) entry.used = true;
      return entry.value;
    }
    var value = parse.get();
    add(new Entry<>(key, value));
    return value;
  }

  private void add(Entry<V> entry) {
    lock.lock();
    try {
      if (entries.putIfAbsent(entry.key, entry) != null) return;
      queue.add(entry);
      weight += entry.key.weight();
      while (weight > weightMax) {
        var oldest = queue.remove();
        if (oldest.used && oldest != entry) {
          oldest.used = false;
          queue.add(oldest);
        } else {
          entries.remove(oldest.key);
          weight -= oldest.key.weight();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  int size() {
    return entries.size();
  }
}
