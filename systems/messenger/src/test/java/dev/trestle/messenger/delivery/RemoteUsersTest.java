package dev.trestle.messenger.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteUsersTest {
  private static final UserId ANN = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  private static final UserId BO = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  private static final UserId CY = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5E");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final MemorySignals signals = new MemorySignals();
  private final Map<UserId, Boolean> seenByTwo = new ConcurrentHashMap<>();
  private final RemoteUsers one = new RemoteUsers(signals, "srv_1", (_, _) -> {});
  private final AtomicLong nanosOfTwo = new AtomicLong();
  private final RemoteUsers two =
      new RemoteUsers(signals, "srv_2", seenByTwo::put, nanosOfTwo::get);

  @AfterEach
  void close() {
    one.close();
    two.close();
    signals.close();
  }

  private static void await(boolean isThere, RemoteUsers users, UserId user) {
    Await.until(() -> users.has(user) == isThere, PATIENCE);
  }

  @Test
  void a_server_knows_who_comes_to_others_and_goes() {
    one.came(ANN);
    await(true, two, ANN);
    Await.until(() -> seenByTwo.containsKey(ANN), PATIENCE);
    assertThat(one.has(ANN)).isFalse();
    one.went(ANN);
    await(false, two, ANN);
    Await.until(() -> !seenByTwo.getOrDefault(ANN, true), PATIENCE);
  }

  @Test
  void who_was_missed_is_learnt_when_it_is_repeated() {
    one.repeat(List.of(ANN, BO));
    await(true, two, ANN);
    await(true, two, BO);
  }

  @Test
  void who_is_on_two_servers_is_there_until_both_are_left() {
    try (var three = new RemoteUsers(signals, "srv_3", (_, _) -> {})) {
      one.came(ANN);
      two.came(ANN);
      await(true, three, ANN);
      await(true, one, ANN);
      await(true, two, ANN);
      one.went(ANN);
      await(false, two, ANN);
      assertThat(three.has(ANN)).isTrue();
      two.went(ANN);
      await(false, three, ANN);
    }
  }

  @Test
  void the_users_of_a_server_that_died_are_gone_after_35_seconds() {
    one.came(ANN);
    try (var three = new RemoteUsers(signals, "srv_3", (_, _) -> {})) {
      three.came(BO);
      await(true, two, ANN);
      await(true, two, BO);
      Await.until(() -> seenByTwo.size() == 2, PATIENCE);
      nanosOfTwo.addAndGet(RemoteUsers.KEPT.toNanos());
      two.repeat(List.of());
      assertThat(two.has(ANN)).isTrue();
      assertThat(two.has(BO)).isTrue();

      // Server three still repeats its users, server one is dead.
      nanosOfTwo.incrementAndGet();
      three.repeat(List.of(BO));
      three.came(CY);
      await(true, two, CY);
      two.repeat(List.of());
      assertThat(two.has(ANN)).isFalse();
      assertThat(seenByTwo).containsEntry(ANN, false).containsEntry(BO, true);
      assertThat(two.has(BO)).isTrue();
    }
    assertThat(RemoteUsers.KEPT).isEqualTo(Duration.ofSeconds(35));
  }
}
