package dev.trestle.homeops.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Why the seed was corrected, shown on the engine. */
final class HomeOpsRunTest {
  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");
  private static final ChatId CHAT = new ChatId("-1001234567890");

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = store();

  private Store store() {
    TableCreation.create(HomeOpsModel.MODEL, trestle.client(), "");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return Store.of(HomeOpsModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void the_fourth_answer_of_a_day_is_refused() {
    for (int i = 0; i < ResponseCounters.DAILY; i++) {
      assertThat(claim(i)).isInstanceOf(Written.Done.class);
    }
    assertThat(claim(9)).isInstanceOf(Written.Refused.class);
  }

  private Written<ResponseCounters.Counter> claim(int message) {
    return store.run(
        ResponseCounters.CLAIM,
        new ResponseCounters.Claim(
            CHAT, "2026-02-17", String.valueOf(message), NOW.plus(Duration.ofDays(7))));
  }
}
