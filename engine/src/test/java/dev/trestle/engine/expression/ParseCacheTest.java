package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParseCacheTest {
  private final AtomicInteger parsed = new AtomicInteger();

  private String parse(ParseCache<String> cache, ExpressionKind kind, String text) {
    return cache.get(
        kind,
        text,
        () -> {
          parsed.incrementAndGet();
          return kind + " " + text;
        });
  }

  @Test
  void a_text_is_parsed_once_for_its_kind() {
    var cache = new ParseCache<String>(10_000);
    assertThat(parse(cache, ExpressionKind.UPDATE, "a")).isEqualTo("UPDATE a");
    assertThat(parse(cache, ExpressionKind.UPDATE, "a")).isEqualTo("UPDATE a");
    assertThat(parse(cache, ExpressionKind.CONDITION, "a")).isEqualTo("CONDITION a");
    assertThat(parsed).hasValue(2);
  }

  @Test
  void what_cannot_be_parsed_is_not_kept() {
    var cache = new ParseCache<String>(10_000);
    assertThatThrownBy(() ->
            cache.get(
                ExpressionKind.UPDATE,
                "a",
                () -> {
                  throw new IllegalArgumentException("no");
                }))
        .hasMessage("no");
    assertThat(parse(cache, ExpressionKind.UPDATE, "a")).isEqualTo("UPDATE a");
  }

  @Test
  void room_is_made_and_what_was_used_since_stays() {
    var cache = new ParseCache<String>(20_000);
    parse(cache, ExpressionKind.UPDATE, "used");
    for (int i = 0; i < 1000; i++) {
      parse(cache, ExpressionKind.UPDATE, "used");
      parse(cache, ExpressionKind.UPDATE, "other " + i);
    }
    assertThat(parsed).hasValue(1001);
    assertThat(cache.size()).isBetween(20, 80);
  }

  @Test
  void a_text_too_big_for_the_cache_is_parsed_all_the_same() {
    var cache = new ParseCache<String>(1000);
    assertThat(parse(cache, ExpressionKind.UPDATE, "a".repeat(4096))).startsWith("UPDATE a");
    assertThat(cache.size()).isZero();
  }

  @Test
  void many_threads_get_what_belongs_to_their_texts() throws Exception {
    var cache = new ParseCache<String>(5000);
    try (var threads = Executors.newFixedThreadPool(8)) {
      var done =
          threads.invokeAll(
              IntStream.range(0, 8)
                  .<java.util.concurrent.Callable<Boolean>>mapToObj(thread ->
                      () ->
                          IntStream.range(0, 20_000)
                              .mapToObj(i -> "text " + (i * (thread + 1)) % 50)
                              .allMatch(text ->
                                  parse(cache, ExpressionKind.FILTER, text)
                                      .equals("FILTER " + text)))
                  .toList());
      for (var result : done) assertThat(result.get()).isTrue();
    }
    assertThat(cache.size()).isLessThan(20);
  }
}
