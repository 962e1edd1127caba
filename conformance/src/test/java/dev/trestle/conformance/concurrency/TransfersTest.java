package dev.trestle.conformance.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.gen.Property;
import dev.trestle.testing.reference.ReferenceValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Money is transferred between accounts. A transaction that reads all accounts always sees the same
 * sum.
 */
class TransfersTest {
  private static final int ACCOUNTS = 6;
  private static final int BALANCE = 100;
  private static final int TRANSFERS_PER_THREAD = 150;

  @ParameterizedTest
  @EnumSource(Durability.class)
  void the_sum_of_all_accounts_never_changes(Durability durability) {
    long seed = Property.seed();
    try (var arena = new Arena(durability)) {
      for (int i = 0; i < ACCOUNTS; i++) put(arena, i);
      var movers = new AtomicInteger(ConcurrentThreads.THREADS / 2);
      var results =
          ConcurrentThreads.run(
              ConcurrentThreads.THREADS,
              thread -> {
                if (thread >= ConcurrentThreads.THREADS / 2) return readSums(arena, movers);
                int done = move(arena, new SplittableRandom(seed + thread));
                movers.decrementAndGet();
                return List.of(done);
              });
      var moved = results.subList(0, ConcurrentThreads.THREADS / 2);
      var sums = results.subList(ConcurrentThreads.THREADS / 2, ConcurrentThreads.THREADS);
      assertThat(moved).as("transfers, seed %d", seed).allMatch(done -> done.getFirst() > 0);
      assertThat(sums).as("sums read, seed %d", seed).allMatch(read -> !read.isEmpty());
      for (var read : sums) assertThat(read).containsOnly(ACCOUNTS * BALANCE);
      assertThat(sum(arena)).isEqualTo(ACCOUNTS * BALANCE);
    }
  }

  private static void put(Arena arena, int account) {
    arena
        .client()
        .putItem(request ->
            request
                .tableName(Arena.TABLE)
                .item(Map.of("id", id(account), "n", ReferenceValues.number(BALANCE))));
  }

  private static AttributeValue id(int account) {
    return ReferenceValues.text("account-" + account);
  }

  private static int move(Arena arena, SplittableRandom random) {
    int done = 0;
    for (int i = 0; i < TRANSFERS_PER_THREAD; i++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      int amount = random.nextInt(1, BALANCE);
      try {
        arena
            .client()
            .transactWriteItems(
                request -> request.transactItems(move(from, -amount), move(to, amount)));
        done++;
      } catch (TransactionCanceledException e) {
        var codes = e.cancellationReasons().stream().map(reason -> reason.code()).toList();
        assertThat(codes).isEqualTo(List.of("ConditionalCheckFailed", "None"));
      }
    }
    return done;
  }

  private static TransactWriteItem move(int account, int amount) {
    return TransactWriteItem.builder()
        .update(update ->
            update
                .tableName(Arena.TABLE)
                .key(Map.of("id", id(account)))
                .updateExpression("SET n = n + :amount")
                .conditionExpression("n >= :least")
                .expressionAttributeValues(
                    Map.of(
                        ":amount", ReferenceValues.number(amount),
                        ":least", ReferenceValues.number(Math.max(0, -amount)))))
        .build();
  }

  private static List<Integer> readSums(Arena arena, AtomicInteger movers) {
    var sums = new ArrayList<Integer>();
    do sums.add(sum(arena));
    while (movers.get() > 0);
    return sums;
  }

  private static int sum(Arena arena) {
    var gets =
        IntStream.range(0, ACCOUNTS)
            .mapToObj(account ->
                TransactGetItem.builder()
                    .get(get -> get.tableName(Arena.TABLE).key(Map.of("id", id(account))))
                    .build())
            .toList();
    return arena
        .client()
        .transactGetItems(request -> request.transactItems(gets))
        .responses()
        .stream()
        .mapToInt(response ->
            Integer.parseInt(Optional.ofNullable(response.item().get("n")).orElseThrow().n()))
        .sum();
  }
}
