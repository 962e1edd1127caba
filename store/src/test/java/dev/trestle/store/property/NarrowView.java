package dev.trestle.store.property;

import dev.trestle.model.Entity;
import dev.trestle.model.Query;
import dev.trestle.store.property.Sample.Given;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A view of one component, for indexes that show few of them. */
record NarrowView<V extends Record>(Column<?> column, Class<V> type, Function<Sample, V> of) {
  record OfWord(String word) {}

  record OfOther(String other) {}

  record OfCount(long count) {}

  record OfLevel(int level) {}

  record OfAt(Instant at) {}

  record OfTag(Optional<String> tag) {}

  record OfTitle(String title) {}

  record OfTotal(long total) {}

  record OfPrice(BigDecimal price) {}

  static final List<NarrowView<?>> ALL =
      List.of(
          new NarrowView<>(Columns.WORD, OfWord.class, sample -> new OfWord(sample.word())),
          new NarrowView<>(Columns.OTHER, OfOther.class, sample -> new OfOther(sample.other())),
          new NarrowView<>(Columns.COUNT, OfCount.class, sample -> new OfCount(sample.count())),
          new NarrowView<>(Columns.LEVEL, OfLevel.class, sample -> new OfLevel(sample.level())),
          new NarrowView<>(Columns.AT, OfAt.class, sample -> new OfAt(sample.at())),
          new NarrowView<>(Columns.TAG, OfTag.class, sample -> new OfTag(sample.tag())),
          new NarrowView<>(Columns.TITLE, OfTitle.class, sample -> new OfTitle(sample.title())),
          new NarrowView<>(Columns.TOTAL, OfTotal.class, sample -> new OfTotal(sample.total())),
          new NarrowView<>(Columns.PRICE, OfPrice.class, sample -> new OfPrice(sample.price())));

  /** A view that was declared for a query. */
  record Declared<V extends Record>(NarrowView<V> view, Query<Given, V> query) {}

  Declared<V> declare(RandomQuery asked, Entity<Sample> entity) {
    return new Declared<>(this, asked.declareView(entity, type));
  }
}
