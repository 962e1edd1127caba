package dev.trestle.console;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.ResultType;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.RefusedValueException;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Cursor;
import dev.trestle.store.InvalidCursorException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds items by declared patterns, and in no other way. */
record PatternReads(List<ConsoleSystem> systems) {
  private static final double NANOS_PER_MILLI = 1_000_000;

  /** The request: parameters as texts, and a cursor. */
  record Asked(Optional<Map<String, String>> parameters, Optional<String> cursor) {}

  record View(List<ItemView> items, Optional<String> next, double millis) {}

  private record Found(List<ItemView> items, Optional<String> next) {}

  Reply run(Call call) {
    var system = system(call);
    var pattern = pattern(system, call);
    var asked = call.json(Asked.class);
    long start = System.nanoTime();
    var found =
        find(system, pattern, asked.parameters().orElse(Map.of()), asked.cursor().orElse(""));
    double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
    return Reply.ok(new View(found.items, found.next, Math.round(millis * 1000) / 1000.0));
  }

  ConsoleSystem system(Call call) {
    return TableView.system(systems, call.pathParameter("system"));
  }

  static AccessPattern pattern(ConsoleSystem system, Call call) {
    return system
        .pattern(call.pathParameter("pattern"))
        .orElseThrow(() -> ApiError.notFound("There is no such pattern."));
  }

  /** Whether a pattern finds anything with these parameters. */
  static boolean finds(ConsoleSystem system, AccessPattern pattern, Map<String, String> texts) {
    try {
      return !find(system, pattern, texts, "").items.isEmpty();
    } catch (ApiError refused) {
      return false;
    }
  }

  private static Found find(
      ConsoleSystem system, AccessPattern pattern, Map<String, String> texts, String cursor) {
    return switch (pattern) {
      case Query<?, ?> query -> query(system, query, texts, cursor);
      case Get<?, ?> get -> get(system, get, texts);
      case BatchGet<?, ?> batch -> batchGet(system, batch, texts);
      case Put<?, ?> _,
          Update<?, ?> _,
          Delete<?, ?> _,
          BatchWrite<?, ?> _,
          Count<?> _,
          MultiGet<?, ?> _,
          MultiWrite<?> _,
          Transaction<?> _,
          Composite _ ->
          throw notARead();
    };
  }

  static ApiError notARead() {
    return ApiError.of(422, "NOT_A_READ", "This pattern cannot be browsed.");
  }

  private static <K, R> Found query(
      ConsoleSystem system, Query<K, R> query, Map<String, String> texts, String cursor) {
    var key = new ParameterFields<>(query.parameters(), query.result().sources()).read(texts);
    try {
      var page = refusing(() -> system.store().run(query, key, Cursor.of(cursor)));
      return new Found(
          page.items().stream().map(item -> ItemView.of(query.result(), item)).toList(),
          page.next().map(Cursor::text));
    } catch (InvalidCursorException e) {
      throw ApiError.invalid("cursor", "This page belongs to another query.");
    }
  }

  private static <K, R> Found get(ConsoleSystem system, Get<K, R> get, Map<String, String> texts) {
    var key = new ParameterFields<>(get.parameters(), get.result().sources()).read(texts);
    var item = refusing(() -> system.store().run(get, key));
    return new Found(
        item.stream().map(found -> ItemView.of(get.result(), found)).toList(), Optional.empty());
  }

  private static <K, R> Found batchGet(
      ConsoleSystem system, BatchGet<K, R> batch, Map<String, String> texts) {
    var key = new ParameterFields<>(batch.parameters(), List.of(batch.entity())).read(texts);
    var items = refusing(() -> system.store().run(batch, List.of(key)));
    var whole = new ResultType.Whole<>(batch.entity());
    return new Found(
        items.stream().map(found -> ItemView.of(whole, found)).toList(), Optional.empty());
  }

  /** A value that its key cannot hold is the caller's error. */
  private static <T> T refusing(Supplier<T> run) {
    try {
      return run.get();
    } catch (RefusedValueException e) {
      throw ApiError.invalid(e.part(), String.valueOf(e.getMessage()));
    }
  }
}
