package dev.trestle.store;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
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
 * Runs the access patterns of a model on any {@code DynamoDbClient}. Thread-safe. Expected outcomes
 * are results. SDK exceptions are passed on unchanged when retrying did not help.
 *
 * <p>Use a client that does not retry: the store knows which writes may be repeated.
 */
public final class Store {
  private final Model model;
  private final String tablePrefix;
  private final PatternPlans plans;

  /**
   * A prefix that is unique to this store, followed by a counter, makes an idempotency token.
   * Random tokens would cost more.
   */
  private final long tokens;

  private final AtomicLong lastToken;

  private Store(Model model, String tablePrefix, PatternPlans plans, RandomGenerator random) {
    this.model = model;
    this.tablePrefix = tablePrefix;
    this.plans = plans;
    this.tokens = random.nextLong();
    this.lastToken = new AtomicLong(random.nextLong());
  }

  /**
   * Creates a store and prepares all patterns of the model.
   *
   * @throws IllegalArgumentException if DynamoDB cannot serve a pattern; names the pattern and
   *     where it is declared
   */
  public static Store of(Model model, DynamoDbClient client, StoreOptions options) {
    var plans = PatternPlans.of(model, new PlanContext(client, options));
    return new Store(model, options.tablePrefix(), plans, options.random());
  }

  /**
   * Creates a store with the standard options. Its cursors are signed with a random key, so other
   * processes and later runs refuse them.
   */
  public static Store of(Model model, DynamoDbClient client) {
    return of(model, client, StoreOptions.standard());
  }

  /** The model whose patterns this store runs. */
  public Model model() {
    return model;
  }

  /** The prefix of every table name. */
  public String tablePrefix() {
    return tablePrefix;
  }

  /** Returns the record with this key, if there is one that has not expired. */
  public <K, R> Optional<R> run(Get<K, R> get, K key) {
    return plans.of(get).run(key);
  }

  /**
   * Returns one page with at most as many items as the pattern says. If a filter drops items, more
   * are read to fill the page, with up to ten requests. Without a filter a page is one request, and
   * may be short if items are large.
   *
   * @throws InvalidCursorException if the cursor was not returned by this query with these
   *     parameters
   */
  public <K, R> Page<R> run(Query<K, R> query, K key, Cursor cursor) {
    return plans.of(query).run(key, cursor, Integer.MAX_VALUE);
  }

  /** Returns a page with at most this many items, and no more than the pattern says. */
  public <K, R> Page<R> run(Query<K, R> query, K key, Cursor cursor, int itemsMax) {
    if (itemsMax < 1) throw new IllegalArgumentException("a page of " + itemsMax + " items");
    return plans.of(query).run(key, cursor, itemsMax);
  }

  /** Returns the first page. */
  public <K, R> Page<R> run(Query<K, R> query, K key) {
    return run(query, key, Cursor.start());
  }

  /** Returns the first item in the query's order. Reads only as much as it takes to find it. */
  public <K, R> Optional<R> first(Query<K, R> query, K key) {
    return plans.of(query).first(key);
  }

  /** Returns how many items there are, up to the declared limit. */
  public <K> Counted run(Count<K> count, K key) {
    return plans.of(count).run(key);
  }

  /**
   * Returns at most this many items. The first page is read at once, later ones when they are
   * needed.
   */
  public <K, R> Stream<R> stream(Query<K, R> query, K key, int itemsMax) {
    var pages =
        Stream.iterate(
            Optional.of(Cursor.start()).map(cursor -> run(query, key, cursor)),
            Optional::isPresent,
            page -> page.flatMap(Page::next).map(cursor -> run(query, key, cursor)));
    return pages.flatMap(page -> page.orElseThrow().items().stream()).limit(itemsMax);
  }

  /** Writes a record, if the condition of the pattern holds. */
  public <P, R> Written<R> run(Put<P, R> put, P parameters) {
    return plans.of(put).run(parameters);
  }

  /**
   * Returns the record after the update. An update that counts (adds to a number, appends to a
   * list) is not repeated if no response arrived, because it may have been done. The SDK's
   * exception is thrown instead.
   */
  public <K, R> Written<R> run(Update<K, R> update, K key) {
    return plans.of(update).run(key);
  }

  /** Returns the record that was deleted. */
  public <K, R> Written<R> run(Delete<K, R> delete, K key) {
    return plans.of(delete).run(key);
  }

  /** Returns the records that exist, in the order of the keys. */
  public <K, R> List<R> run(BatchGet<K, R> batch, List<K> keys) {
    return plans.of(batch).run(keys);
  }

  /** Writes each record independently. After an exception, some may have been written. */
  public <K, R> void run(BatchWrite<K, R> batch, List<R> puts, List<K> deletes) {
    plans.of(batch).run(puts, deletes);
  }

  /** Returns the items that exist. A batch is not a snapshot; a transactional read is. */
  public <P, V> V run(MultiGet<P, V> multi, P parameters) {
    return plans.of(multi).run(parameters);
  }

  /** Writes each record independently. After an exception, some may have been written. */
  public <P> void run(MultiWrite<P> multi, P parameters) {
    plans.of(multi).run(parameters);
  }

  /** Runs all steps of the transaction, or none of them. */
  public <P> TransactionOutcome run(Transaction<P> transaction, P parameters) {
    return run(transaction, parameters, new UUID(tokens, lastToken.incrementAndGet()).toString());
  }

  /**
   * Runs the transaction with the caller's own token. A repeated call with the same token within
   * ten minutes has no further effect.
   */
  public <P> TransactionOutcome run(Transaction<P> transaction, P parameters, String token) {
    return plans.of(transaction).run(parameters, token);
  }

  /** Returns the usage of the pattern with this id. */
  public Usage usage(String id) {
    return plans.usage(id);
  }

  /** Returns the usage of each pattern, by id. */
  public Map<String, Usage> usage() {
    return plans.usage();
  }
}
