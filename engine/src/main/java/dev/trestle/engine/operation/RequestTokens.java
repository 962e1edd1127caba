package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.IdempotentParameterMismatchException;
import dev.trestle.engine.refusal.Refusal.TransactionInProgressException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.table.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Client request tokens of transactions. A token is kept, in the transaction's own mutation, for
 * ten minutes under the ten-minute span it was used in; spans that are over are dropped whole.
 */
public final class RequestTokens {
  private static final long SPAN_MILLIS = Duration.ofMinutes(10).toMillis();

  /** What the keys of tokens start with in {@link Family#META}. */
  private static final byte[] PREFIX = "token/".getBytes(StandardCharsets.UTF_8);

  private final Storage storage;
  private final InstantSource clock;
  private final Set<String> inProgress = ConcurrentHashMap.newKeySet();
  private final AtomicLong cleanedSpan = new AtomicLong();

  public RequestTokens(Storage storage, InstantSource clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /** Adds the memory of a token to the mutation of its transaction. */
  interface Entry {
    void addTo(Mutation mutation);
  }

  /** Runs a transaction, unless one with this token was carried out in the last ten minutes. */
  <R> R once(String token, byte[] digest, Function<Entry, R> run, Supplier<R> repeated) {
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
    for (long span = now / SPAN_MILLIS; span >= now / SPAN_MILLIS - 1; span--) {
      var entry = storage.get(Family.META, key(span, token));
      if (entry == null) continue;
      if (now - ByteBuffer.wrap(entry).getLong() < SPAN_MILLIS) {
        return Optional.of(Arrays.copyOfRange(entry, Long.BYTES, entry.length));
      }
    }
    return Optional.empty();
  }

  private void remember(Mutation mutation, String token, byte[] digest, long now) {
    long span = now / SPAN_MILLIS;
    var entry = ByteBuffer.allocate(Long.BYTES + digest.length).putLong(now).put(digest);
    mutation.put(Family.META, key(span, token), entry.array());
    long cleaned = cleanedSpan.get();
    if (cleaned < span && cleanedSpan.compareAndSet(cleaned, span)) {
      mutation.deleteRange(Family.META, PREFIX, key(span - 1, ""));
    }
  }

  private static byte[] key(long span, String token) {
    var text = token.getBytes(StandardCharsets.UTF_8);
    var key = ByteBuffer.allocate(Long.BYTES + text.length).putLong(span).put(text);
    return Keys.concat(PREFIX, key.array());
  }
}
