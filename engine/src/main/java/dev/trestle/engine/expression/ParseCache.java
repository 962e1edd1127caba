package dev.trestle.engine.expression;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Keeps what was parsed, since programs send the same few expressions over and over. A look-up is
 * one read of a concurrent map and takes no lock. Room is made in the order of entry, with a second
 * chance for what was used since.
 */
public final class ParseCache<V> {
  /** What a parsed expression takes for each character of its text, about. */
  private static final int BYTES_PER_CHARACTER = 24;

  private static final int BYTES_PER_ENTRY = 256;

  private record Key(Kind kind, String text) {
    long weight() {
      return BYTES_PER_ENTRY + (long) BYTES_PER_CHARACTER * text.length();
    }
  }

  private static final class Entry<V> {
    final Key key;
    final V value;

    /** Written without order: a lost write costs an entry its second chance, no more. */
    boolean used;

    Entry(Key key, V value) {
      this.key = key;
      this.value = value;
    }
  }

  private final long weightMax;
  private final ConcurrentHashMap<Key, Entry<V>> entries = new ConcurrentHashMap<>();

  /** The entries in the order in which they are looked at for removal; guarded by itself. */
  private final Queue<Entry<V>> queue = new ArrayDeque<>();

  /** What the entries weigh; guarded by the queue. */
  private long weight;

  /** Takes how many bytes the entries may take, about. */
  public ParseCache(long weightMax) {
    this.weightMax = weightMax;
  }

  /** What was parsed from a statement; if it cannot be parsed, nothing is kept. */
  public V get(String statement, Supplier<V> parse) {
    return get(Kind.STATEMENT, statement, parse);
  }

  /** What was parsed from this text; if it cannot be parsed, nothing is kept. */
  V get(Kind kind, String text, Supplier<V> parse) {
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
    synchronized (queue) {
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
    }
  }

  int size() {
    return entries.size();
  }
}
