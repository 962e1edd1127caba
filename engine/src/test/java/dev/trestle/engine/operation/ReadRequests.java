package dev.trestle.engine.operation;

import dev.trestle.engine.Engine;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds queries and scans. The fields are the members of the request. */
final class ReadRequests {
  @Nullable String table = "people";
  @Nullable String index;
  @Nullable String condition;
  @Nullable String filter;
  @Nullable String projection;
  LegacyParameters legacy = LegacyParameters.NONE;
  @Nullable String select;
  @Nullable Integer limit;
  @Nullable Boolean consistent;
  @Nullable Boolean forward;
  @Nullable Integer segment;
  @Nullable Integer segments;
  @Nullable Item start;
  @Nullable String capacity;
  private final Map<String, Value> values = new LinkedHashMap<>();

  /** Returns a query of the table {@code people}. */
  static ReadRequests query(@Nullable String condition) {
    var request = new ReadRequests();
    request.condition = condition;
    return request;
  }

  static ReadRequests scan() {
    return new ReadRequests();
  }

  ReadRequests on(String name) {
    index = name;
    return this;
  }

  ReadRequests value(String name, Value value) {
    values.put(name, value);
    return this;
  }

  ReadRequests value(String name, String text) {
    return value(name, Value.string(text));
  }

  ReadRequests filter(String expression) {
    filter = expression;
    return this;
  }

  ReadRequests projection(String expression) {
    projection = expression;
    return this;
  }

  ReadRequests select(String what) {
    select = what;
    return this;
  }

  ReadRequests limit(int items) {
    limit = items;
    return this;
  }

  ReadRequests backwards() {
    forward = false;
    return this;
  }

  ReadRequests consistent() {
    consistent = true;
    return this;
  }

  ReadRequests capacity(String how) {
    capacity = how;
    return this;
  }

  ReadRequests start(@Nullable Item key) {
    start = key;
    return this;
  }

  ReadRequests segment(@Nullable Integer one, @Nullable Integer total) {
    segment = one;
    segments = total;
    return this;
  }

  Query asQuery() {
    return new Query(
        table, index, expressions(), legacy, select, limit, consistent, forward, start, capacity);
  }

  Scan asScan() {
    return new Scan(
        table,
        index,
        expressions(),
        legacy,
        select,
        limit,
        consistent,
        segment,
        segments,
        start,
        capacity);
  }

  private Expressions expressions() {
    var bound = values.isEmpty() ? null : Item.of(values);
    return new Expressions(null, null, condition, filter, projection, null, bound);
  }

  /** Returns the items of all pages. */
  static List<Item> all(Engine engine, ReadRequests request, boolean scan) {
    var items = new ArrayList<Item>();
    var at = Optional.ofNullable(request.start);
    do {
      request.start(at.orElse(null));
      var page = engine.run(scan ? request.asScan() : request.asQuery());
      items.addAll(page.items());
      at = page.lastEvaluatedKey();
    } while (at.isPresent());
    return items;
  }

  static void put(Engine engine, String table, Item item) {
    engine.run(
        new PutItem(table, item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  static void put(Engine engine, Item item) {
    put(engine, "people", item);
  }

  /** Returns an item of strings from alternating names and texts. */
  static Item item(String... fields) {
    var item = new LinkedHashMap<String, Value>();
    for (int i = 0; i < fields.length; i += 2) {
      item.put(fields[i], Value.string(fields[i + 1]));
    }
    return Item.of(item);
  }

  /** Returns an index with any number of keys. Those before the bar are hash keys. */
  static IndexSpecification index(
      String name, String projection, @Nullable List<String> included, String... keys) {
    var elements = new ArrayList<KeySchemaElement>();
    boolean range = false;
    for (var key : keys) {
      if (key.equals("|")) range = true;
      else elements.add(range ? TableRequests.range(key) : TableRequests.hash(key));
    }
    return new IndexSpecification(name, elements, new Projection(projection, included), null);
  }
}
