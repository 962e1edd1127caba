package dev.trestle.engine.write;

import dev.trestle.engine.refusal.Refusal.IdempotentParameterMismatchException;
import dev.trestle.engine.refusal.Refusal.TransactionInProgressException;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.StoredKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Client request tokens of transactions. A token is stored in the transaction's own mutation for at
 * least ten minutes. Tokens are grouped by ten-minute periods; whole periods are deleted when they
 * are over. The clock must not jump: a request that is repeated after that would be executed twice.
 */
public final class RequestTokens {
  private static final long SPAN_MILLIS = Duration.ofMinutes(10).toMillis();

  /** The prefix of token keys in {@link ColumnFamily#META}. */
  private static final byte[] PREFIX = "token/".getBytes(StandardCharsets.UTF_8);

  private final Storage storage;
  private final InstantSource clock;
  private final Set<String> inProgress = ConcurrentHashMap.newKeySet();
  private final AtomicLong cleanedSpan = new AtomicLong();

  public RequestTokens(Storage storage, InstantSource clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /**
   * Returns the tokens of an engine whose clock may be set. Their own clock goes on evenly from
   * now. It starts no earlier than the last period with a token, because the system's clock may
   * have been set back while the engine was closed.
   */
  public static RequestTokens withSteadyClock(Storage storage, InstantSource system) {
    long start = Math.max(system.millis(), lastSpan(storage) * SPAN_MILLIS);
    long startNanos = System.nanoTime();
    return new RequestTokens(
        storage, () -> Instant.ofEpochMilli(start).plusNanos(System.nanoTime() - startNanos));
  }

  private static long lastSpan(Storage storage) {
    storage.enter();
    try (var tokens = storage.range(ColumnFamily.META, PREFIX, key(Long.MAX_VALUE, ""), true)) {
      return tokens.next() ? ByteBuffer.wrap(tokens.key()).getLong(PREFIX.length) : 0;
    } finally {
      storage.leave();
    }
  }

  /** Adds a token to the mutation of its transaction. */
  public interface Entry {
    void addTo(Mutation mutation);
  }

  /** Runs a transaction unless one with this token was executed in the last ten minutes. */
  public <R> R once(String token, byte[] digest, Function<Entry, R> run, Supplier<R> repeated) {
    if (!inProgress.add(token)) throw new TransactionInProgressException();
    try {
      long now = clock.millis();
      var known = find(token, now);
      if (known.isEmpty()) return run.apply(mutation -> remember(mutation, token, digest, now));
      if (!Arrays.equals(known.get(), digest)) throw new IdempotentParameterMismatchException();
      return repeated.get();
    } finally {
      inProgress.remove(token);
    }
  }

  private Optional<byte[]> find(String token, long now) {
    for (long range = now / SPAN_MILLIS; range >= now / SPAN_MILLIS - 1; range--) {
      var entry = storage.get(ColumnFamily.META, key(range, token));
      if (entry == null) continue;
      if (now - ByteBuffer.wrap(entry).getLong() < SPAN_MILLIS) {
        return Optional.of(Arrays.copyOfRange(entry, Long.BYTES, entry.length));
      }
    }
    return Optional.empty();
  }

  private void remember(Mutation mutation, String token, byte[] digest, long now) {
    long range = now / SPAN_MILLIS;
    var entry = ByteBuffer.allocate(Long.BYTES + digest.length).putLong(now).put(digest);
    mutation.put(ColumnFamily.META, key(range, token), entry.array());
    long cleaned = cleanedSpan.get();
    if (cleaned < range && cleanedSpan.compareAndSet(cleaned, range)) {
      mutation.deleteRange(ColumnFamily.META, PREFIX, key(range - 1, ""));
    }
  }

  private static byte[] key(long range, String token) {
    var text = token.getBytes(StandardCharsets.UTF_8);
    var key = ByteBuffer.allocate(Long.BYTES + text.length).putLong(range).put(text);
    return StoredKeys.concat(PREFIX, key.array());
  }
}
