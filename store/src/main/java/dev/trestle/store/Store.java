package dev.trestle.store;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Runs the access patterns of a model on any {@code DynamoDbClient}. May be used by any number of
 * threads. Expected outcomes are results; what the SDK throws comes through as it is once retrying
 * has not helped.
 *
 * <p>Give it a client that does not retry by itself: the store knows which writes may be repeated.
 */
public final class Store {
  private final Plans plans;

  /** Tokens of this store: what none other has, and a number. Random ones would cost more. */
  private final long tokens;

  private final AtomicLong lastToken;

  private Store(Plans plans, RandomGenerator random) {
    this.plans = plans;
    this.tokens = random.nextLong();
    this.lastToken = new AtomicLong(random.nextLong());
  }

  /**
   * A store of this model's patterns, all of them made ready.
   *
   * @throws IllegalArgumentException naming the pattern and its place, if DynamoDB cannot serve it
   */
  public static Store of(Model model, DynamoDbClient client, StoreOptions options) {
    return new Store(Plans.of(model, new Connection(client, options)), options.random());
  }

  public static Store of(Model model, DynamoDbClient client) {
    return of(model, client, StoreOptions.standard());
  }

  public <K, R> Optional<R> run(Get<K, R> get, K key) {
    return plans.of(get).run(key);
  }

  /**
   * One page, of at most as many items as the pattern says. If a filter leaves out items, more are
   * read to fill the page, up to ten requests; otherwise a page is one request and may be short
   * where items are large.
   *
   * @throws InvalidCursorException if the cursor is not one that this very query gave
   */
  public <K, R> Page<R> run(Query<K, R> query, K key, Cursor cursor) {
    return plans.of(query).run(key, cursor, Integer.MAX_VALUE);
  }

  /** A page that is no longer than this, nor than the pattern says. */
  public <K, R> Page<R> run(Query<K, R> query, K key, Cursor cursor, int itemsMax) {
    if (itemsMax < 1) throw new IllegalArgumentException("a page of " + itemsMax + " items");
    return plans.of(query).run(key, cursor, itemsMax);
  }

  /** The first page. */
  public <K, R> Page<R> run(Query<K, R> query, K key) {
    return run(query, key, Cursor.start());
  }

  /** At most so many items: the first page is read at once, others as they are asked for. */
  public <K, R> Stream<R> stream(Query<K, R> query, K key, int itemsMax) {
    var pages =
        Stream.iterate(
            Optional.of(Cursor.start()).map(cursor -> run(query, key, cursor)),
            Optional::isPresent,
            page -> page.flatMap(Page::next).map(cursor -> run(query, key, cursor)));
    return pages.flatMap(page -> page.orElseThrow().items().stream()).limit(itemsMax);
  }

  public <P, R> Written<R> run(Put<P, R> put, P parameters) {
    return plans.of(put).run(parameters);
  }

  /**
   * Gives the record after the update. One that counts (adds to a number, appends to a list) is not
   * repeated when no answer came, since it may have been done: the SDK's exception comes through.
   */
  public <K, R> Written<R> run(Update<K, R> update, K key) {
    return plans.of(update).run(key);
  }

  /** Gives the record that was there. */
  public <K, R> Written<R> run(Delete<K, R> delete, K key) {
    return plans.of(delete).run(key);
  }

  /** The records there are, in the order of the keys; those that are missing are left out. */
  public <K, R> List<R> run(BatchGet<K, R> batch, List<K> keys) {
    return plans.of(batch).run(keys);
  }

  /** Each write by itself: after an exception some may have been done. */
  public <K, R> void run(BatchWrite<K, R> batch, List<R> puts, List<K> deletes) {
    plans.of(batch).run(puts, deletes);
  }

  public <P> TransactionOutcome run(Transaction<P> transaction, P parameters) {
    return run(transaction, parameters, new UUID(tokens, lastToken.incrementAndGet()).toString());
  }

  /**
   * With a token of the caller's own, who may then repeat the call within ten minutes without doing
   * it twice.
   */
  public <P> TransactionOutcome run(Transaction<P> transaction, P parameters, String token) {
    return plans.of(transaction).run(parameters, token);
  }

  /** How the pattern of this id was used so far. */
  public Usage usage(String id) {
    return plans.usage(id);
  }

  /** How each pattern was used so far, by its id. */
  public Map<String, Usage> usage() {
    return plans.usage();
  }
}
