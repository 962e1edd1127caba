package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.BatchGetItem.KeysAndAttributes;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BatchGetItemTest {
  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    engine.run(TableRequests.people().create());
    engine.run(TableRequests.named("other").create());
    put(engine, item("pk", "a", "x", "1", "y", "2"));
    put(engine, item("pk", "b", "x", "3"));
    put(engine, "other", item("pk", "a", "z", "9"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static KeysAndAttributes keys(@Nullable String projection, String... names) {
    return new KeysAndAttributes(
        Stream.of(names).map(name -> item("pk", name)).toList(),
        null,
        Expressions.ofProjection(projection, null),
        LegacyParameters.NONE);
  }

  private static BatchGetItem get(Map<String, KeysAndAttributes> requests) {
    return new BatchGetItem(requests, "TOTAL");
  }

  private void refused(BatchGetItem request, String text) {
    assertThat(TableRequests.refusal(engine, request)).isEqualTo(text);
  }

  @Test
  void items_come_by_table_and_missing_ones_are_left_out() {
    var requests = new LinkedHashMap<String, KeysAndAttributes>();
    requests.put("people", keys("x", "a", "none", "b"));
    requests.put("other", keys(null, "a", "b"));
    var result = engine.run(get(requests));
    assertThat(result.responses().get("people")).containsExactly(item("x", "1"), item("x", "3"));
    assertThat(result.responses().get("other")).containsExactly(item("pk", "a", "z", "9"));
    assertThat(result.unprocessedKeys()).isEmpty();
    assertThat(result.consumedCapacity())
        .extracting(ConsumedCapacity::tableName, ConsumedCapacity::total)
        .containsExactly(tuple("people", 1.5), tuple("other", 1.0));
  }

  @Test
  void a_projection_that_matches_nothing_leaves_an_empty_item() {
    var result = engine.run(get(Map.of("people", keys("nothing", "a"))));
    assertThat(result.responses().get("people")).containsExactly(Item.EMPTY);
  }

  @Test
  void what_does_not_fit_into_sixteen_megabytes_is_left_unprocessed_as_it_was_asked() {
    var large = "x".repeat(390_000);
    var names = IntStream.range(0, 50).mapToObj(i -> "large" + i).toArray(String[]::new);
    for (var name : names) put(engine, item("pk", name, "data", large));
    var asked =
        new KeysAndAttributes(
            Stream.of(names).map(name -> item("pk", name)).toList(),
            true,
            Expressions.ofProjection("pk", null),
            LegacyParameters.NONE);
    var requests = new LinkedHashMap<String, KeysAndAttributes>();
    requests.put("people", asked);
    requests.put("other", keys(null, "a", "none"));
    var result = engine.run(get(requests));
    int fit = 16 * 1024 * 1024 / (390_000 + "pklarge00data".length());
    assertThat(result.responses().get("people")).hasSize(fit);
    var rest = requireNonNull(result.unprocessedKeys().get("people"));
    assertThat(rest.keys()).hasSize(50 - fit).first().isEqualTo(item("pk", names[fit]));
    assertThat(rest.consistentRead()).isTrue();
    assertThat(rest.expressions()).isEqualTo(asked.expressions());
    assertThat(result.responses().get("other")).isEmpty();
    assertThat(requireNonNull(result.unprocessedKeys().get("other")).keys()).hasSize(2);
    assertThat(engine.run(get(result.unprocessedKeys())).unprocessedKeys()).isEmpty();
  }

  @Test
  void too_many_or_too_few_keys_are_refused() {
    var at = "ValidationException: 1 validation error detected: Value at 'RequestItems";
    refused(
        get(Map.of()),
        "ValidationException: The requestItems parameter is required for BatchGetItem");
    refused(
        get(Map.of("people", keys(null))),
        at
            + ".people.member.Keys' failed to satisfy constraint: Member must have length greater"
            + " than or equal to 1");
    var many = IntStream.range(0, 101).mapToObj(i -> "k" + i).toArray(String[]::new);
    refused(
        get(Map.of("people", keys(null, many))),
        at
            + ".people.member.Keys' failed to satisfy constraint: Member must have length less than"
            + " or equal to 100");
    var most = IntStream.range(0, 60).mapToObj(i -> "k" + i).toArray(String[]::new);
    refused(
        get(Map.of("people", keys(null, most), "other", keys(null, most))),
        "ValidationException: Too many items requested for the BatchGetItem call");
  }

  @Test
  void the_same_key_twice_is_refused_before_the_table_is_looked_for() {
    refused(
        get(Map.of("nowhere", keys(null, "a", "b", "a"))),
        "ValidationException: Provided list of item keys contains duplicates");
    refused(
        get(Map.of("nowhere", keys(null, "a"))),
        "ResourceNotFoundException: Requested resource not found");
  }

  @Test
  void keys_must_match_the_schema() {
    var number =
        new KeysAndAttributes(
            List.of(Item.of("pk", Value.number(1))), null, Expressions.NONE, LegacyParameters.NONE);
    refused(
        get(Map.of("people", number)),
        "ValidationException: The provided key element does not match the schema");
    refused(
        get(Map.of("people", keys(null, ""))),
        "ValidationException: One or more parameter values are not valid. The AttributeValue for a"
            + " key attribute cannot contain an empty string value. Key: pk");
  }

  @Test
  void one_request_has_expressions_or_attributes_to_get() {
    var requests = new LinkedHashMap<String, KeysAndAttributes>();
    requests.put("people", keys("x", "a"));
    requests.put(
        "other",
        new KeysAndAttributes(
            List.of(item("pk", "a")),
            null,
            Expressions.NONE,
            LegacyParameters.ofAttributesToGet(List.of("z"))));
    assertThat(TableRequests.refusal(engine, get(requests)))
        .startsWith("ValidationException: Can not use both expression and non-expression");
  }

  @Test
  void a_bad_table_name_is_told_together_with_the_rest() {
    var request = new BatchGetItem(Map.of("bad!name", keys(null, "a")), "BOGUS");
    refused(
        request,
        "ValidationException: 2 validation errors detected: Value"
            + " '{\"bad!name\":{\"Keys\":[{\"pk\":{\"S\":\"a\"}}]}}' at 'requestItems' failed to"
            + " satisfy constraint: Map keys must satisfy constraint: [Member must have length less"
            + " than or equal to 255, Member must have length greater than or equal to 3, Member"
            + " must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]; Value 'BOGUS' at"
            + " 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum"
            + " value set: [INDEXES, TOTAL, NONE]");
  }
}
