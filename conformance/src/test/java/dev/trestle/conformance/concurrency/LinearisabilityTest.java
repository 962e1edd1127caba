package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.gen.Property;
import dev.trestle.testing.reference.ReferenceValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

class LinearisabilityTest {
  private static final int ROUNDS = Property.scaled(8);
  private static final int CALLS_PER_THREAD = 30;
  private static final int REGISTERS = 3;

  private record Named(String register, Call call) {}

  @ParameterizedTest
  @EnumSource(Durability.class)
  void reads_writes_and_conditional_writes_of_an_item_are_linearisable(Durability durability) {
    long seed = Property.seed();
    var values = new AtomicInteger();
    try (var arena = new Arena(durability)) {
      for (int round = 0; round < ROUNDS; round++) {
        var prefix = "register-" + round + "-";
        long own = seed + round;
        var played =
            ConcurrentThreads.run(
                ConcurrentThreads.THREADS,
                thread -> play(arena, prefix, values, new SplittableRandom(own * 31 + thread)));
        var histories = new HashMap<String, List<Call>>();
        for (var calls : played) {
          for (var named : calls) {
            histories.computeIfAbsent(named.register, _ -> new ArrayList<>()).add(named.call);
          }
        }
        histories.forEach((register, calls) ->
            assertThat(new History(calls).isLinearisable())
                .as("%s, seed %d: %s", register, seed, calls)
                .isTrue());
      }
    }
  }

  private static List<Named> play(
      Arena arena, String prefix, AtomicInteger values, SplittableRandom random) {
    var calls = new ArrayList<Named>();
    var last = new HashMap<String, Integer>();
    for (int i = 0; i < CALLS_PER_THREAD; i++) {
      var register = prefix + random.nextInt(REGISTERS);
      int value = values.incrementAndGet();
      int expected = last.getOrDefault(register, 0);
      int choice = random.nextInt(4);
      long invoked = System.nanoTime();
      var kind =
          switch (choice) {
            case 0 -> write(arena, register, value);
            case 1 -> swap(arena, register, value);
            case 2 -> exchange(arena, register, expected, value);
            default -> new Call.Kind.Read(arena.read(register));
          };
      calls.add(new Named(register, new Call(kind, invoked, System.nanoTime())));
      if (kind instanceof Call.Kind.Read(var seen)) seen.ifPresent(v -> last.put(register, v));
    }
    return calls;
  }

  private static Call.Kind write(Arena arena, String register, int value) {
    arena
        .client()
        .putItem(request ->
            request
                .tableName(Arena.TABLE)
                .item(
                    Map.of(
                        "id", ReferenceValues.text(register), "n", ReferenceValues.number(value))));
    return new Call.Kind.Write(value);
  }

  private static Call.Kind swap(Arena arena, String register, int value) {
    var response =
        arena
            .client()
            .updateItem(request ->
                request
                    .tableName(Arena.TABLE)
                    .key(Arena.key(register))
                    .updateExpression("SET n = :value")
                    .expressionAttributeValues(Map.of(":value", ReferenceValues.number(value)))
                    .returnValues("UPDATED_OLD"));
    return new Call.Kind.Swap(
        value,
        Optional.ofNullable(response.attributes().get("n")).map(v -> Integer.valueOf(v.n())));
  }

  private static Call.Kind exchange(Arena arena, String register, int expected, int value) {
    try {
      arena
          .client()
          .updateItem(request ->
              request
                  .tableName(Arena.TABLE)
                  .key(Arena.key(register))
                  .updateExpression("SET n = :value")
                  .conditionExpression("n = :expected")
                  .expressionAttributeValues(
                      Map.of(
                          ":value", ReferenceValues.number(value),
                          ":expected", ReferenceValues.number(expected))));
      return new Call.Kind.Exchange(expected, value, true);
    } catch (ConditionalCheckFailedException _) {
      return new Call.Kind.Exchange(expected, value, false);
    }
  }
}
