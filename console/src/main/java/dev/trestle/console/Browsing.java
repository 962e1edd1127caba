package dev.trestle.console;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Result;
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

/** Items found by declared patterns, and in no other way: what has no pattern is not browsed. */
record Browsing(List<ConsoleSystem> systems) {
  private static final double NANOS_PER_MILLI = 1_000_000;

  /** What is asked: the pattern's parameters as texts, and where to go on. */
  record Asked(Optional<Map<String, String>> parameters, Optional<String> cursor) {}

  record Answer(List<ItemPicture> items, Optional<String> next, double millis) {}

  private record Found(List<ItemPicture> items, Optional<String> next) {}

  Reply run(Call call) {
    var system = TableFigures.system(systems, call.place("system"));
    var pattern =
        system
            .pattern(call.place("pattern"))
            .orElseThrow(() -> ApiError.notFound("There is no such pattern."));
    var asked = call.json(Asked.class);
    var texts = asked.parameters().orElse(Map.of());
    long start = System.nanoTime();
    var found =
        switch (pattern) {
          case Query<?, ?> query -> query(system, query, texts, asked.cursor().orElse(""));
          case Get<?, ?> get -> get(system, get, texts);
          case BatchGet<?, ?> batch -> batchGet(system, batch, texts);
          case Put<?, ?> _,
              Update<?, ?> _,
              Delete<?, ?> _,
              BatchWrite<?, ?> _,
              Transaction<?> _,
              Composite _ ->
              throw ApiError.of(422, "NOT_A_READ", "This pattern does not read items.");
        };
    double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
    return Reply.ok(new Answer(found.items, found.next, Math.round(millis * 1000) / 1000.0));
  }

  private static <K, R> Found query(
      ConsoleSystem system, Query<K, R> query, Map<String, String> texts, String cursor) {
    var key = new Parameters<>(query.parameters(), query.result().sources()).read(texts);
    try {
      var page = refusing(() -> system.store().run(query, key, Cursor.of(cursor)));
      return new Found(
          page.items().stream().map(item -> ItemPicture.of(query.result(), item)).toList(),
          page.next().map(Cursor::text));
    } catch (InvalidCursorException e) {
      throw ApiError.invalid("cursor", "This page belongs to another query.");
    }
  }

  private static <K, R> Found get(ConsoleSystem system, Get<K, R> get, Map<String, String> texts) {
    var key = new Parameters<>(get.parameters(), get.result().sources()).read(texts);
    var item = refusing(() -> system.store().run(get, key));
    return new Found(
        item.stream().map(found -> ItemPicture.of(get.result(), found)).toList(), Optional.empty());
  }

  private static <K, R> Found batchGet(
      ConsoleSystem system, BatchGet<K, R> batch, Map<String, String> texts) {
    var key = new Parameters<>(batch.parameters(), List.of(batch.entity())).read(texts);
    var items = refusing(() -> system.store().run(batch, List.of(key)));
    var whole = new Result.Whole<>(batch.entity());
    return new Found(
        items.stream().map(found -> ItemPicture.of(whole, found)).toList(), Optional.empty());
  }

  /** A value that its key cannot hold (a ULID of another form, say) is the caller's fault. */
  private static <T> T refusing(Supplier<T> run) {
    try {
      return run.get();
    } catch (RefusedValueException e) {
      throw ApiError.invalid(e.part(), String.valueOf(e.getMessage()));
    }
  }
}
