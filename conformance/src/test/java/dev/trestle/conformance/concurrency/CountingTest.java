package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.testing.reference.ReferenceValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

class CountingTest {
  private static final int COUNTS_PER_THREAD = 100;
  private static final int CLAIMS = 50;

  @ParameterizedTest
  @EnumSource(Durability.class)
  void every_count_is_seen_once_and_in_order_by_each_thread(Durability durability) {
    try (var arena = new Arena(durability)) {
      var seen = ConcurrentThreads.run(ConcurrentThreads.THREADS, _ -> count(arena));
      for (var ofThread : seen) assertThat(ofThread).isSorted();
      int all = ConcurrentThreads.THREADS * COUNTS_PER_THREAD;
      assertThat(seen.stream().flatMap(Collection::stream))
          .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, all).boxed().toList());
      assertThat(arena.read("counter")).hasValue(all);
    }
  }

  private static List<Integer> count(Arena arena) {
    var seen = new ArrayList<Integer>();
    for (int i = 0; i < COUNTS_PER_THREAD; i++) {
      var response =
          arena
              .client()
              .updateItem(request ->
                  request
                      .tableName(Arena.TABLE)
                      .key(Arena.key("counter"))
                      .updateExpression("ADD n :one")
                      .expressionAttributeValues(Map.of(":one", ReferenceValues.number(1)))
                      .returnValues("ALL_NEW"));
      seen.add(
          Integer.valueOf(response.attributes().getOrDefault("n", ReferenceValues.number(0)).n()));
    }
    return seen;
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void of_many_claims_to_one_name_one_wins(Durability durability) {
    try (var arena = new Arena(durability)) {
      var wins =
          ConcurrentThreads.run(
              ConcurrentThreads.THREADS,
              thread ->
                  IntStream.range(0, CLAIMS)
                      .filter(i -> claims(arena, "name-" + i, thread))
                      .boxed()
                      .toList());
      assertThat(wins.stream().flatMap(Collection::stream))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, CLAIMS).boxed().toList());
      for (int thread = 0; thread < wins.size(); thread++) {
        for (int won : wins.get(thread)) assertThat(arena.read("name-" + won)).hasValue(thread);
      }
    }
  }

  private static boolean claims(Arena arena, String name, int thread) {
    try {
      arena
          .client()
          .putItem(request ->
              request
                  .tableName(Arena.TABLE)
                  .item(
                      Map.of("id", ReferenceValues.text(name), "n", ReferenceValues.number(thread)))
                  .conditionExpression("attribute_not_exists(id)"));
      return true;
    } catch (ConditionalCheckFailedException _) {
      return false;
    }
  }
}
