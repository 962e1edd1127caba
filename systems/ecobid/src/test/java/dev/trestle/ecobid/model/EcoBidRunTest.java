package dev.trestle.ecobid.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.ecobid.model.Items.InCell;
import dev.trestle.ecobid.model.Items.Item;
import dev.trestle.ecobid.model.Items.Listing;
import dev.trestle.ecobid.model.Items.OwnItem;
import dev.trestle.ecobid.model.Reservations.ActiveAt;
import dev.trestle.ecobid.model.Reservations.Reservation;
import dev.trestle.ecobid.model.Reservations.Reserving;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the corrections are for, on the engine. */
final class EcoBidRunTest {
  private final Trestle trestle = Trestle.inMemory();
  private final Store store = store();

  private Store store() {
    TableCreation.create(EcoBidModel.MODEL, trestle.client(), "");
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return Store.of(EcoBidModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");
  private static final Instant UNTIL = NOW.plus(Duration.ofDays(1));

  private static Item chair(Status status, Optional<String> cell5, long version) {
    return new Item(
        Examples.ITEM,
        Examples.ANN,
        "Chair",
        "Birch",
        Category.FURNITURE,
        status,
        NOW,
        52.2297,
        21.0122,
        "u3q",
        Optional.empty(),
        cell5,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        version);
  }

  private void list() {
    var own = new OwnItem(Examples.ANN, NOW, Examples.ITEM, "Chair");
    var item = chair(Status.AVAILABLE, Optional.of("u3qcn"), 0);
    assertThat(store.run(Items.LIST, new Listing(item, own)).isDone()).isTrue();
  }

  private boolean reserve(String id, UserId who) {
    var reservation =
        new Reservation(
            Examples.ITEM,
            new ReservationId("res_01JCQZ8M5R3V7W9X1Y2Z3A4B" + id),
            who,
            Optional.of(who),
            "asked",
            UNTIL,
            UNTIL,
            0);
    var item = chair(Status.RESERVED, Optional.empty(), 1);
    return store.run(Reservations.RESERVE, new Reserving(item, reservation)).isDone();
  }

  @Test
  void of_two_who_saw_the_same_item_one_gets_it() {
    list();
    assertThat(reserve("5G", Examples.BO)).isTrue();
    assertThat(reserve("5H", Examples.ANN)).isFalse();
  }

  @Test
  void what_is_reserved_leaves_the_search_and_is_found_by_its_holder_until_it_lapses() {
    list();
    assertThat(store.run(Items.E9, new InCell("u3qcn")).items()).hasSize(1);
    reserve("5G", Examples.BO);
    assertThat(store.run(Items.E9, new InCell("u3qcn")).items()).isEmpty();
    assertThat(store.run(Reservations.E6, new ActiveAt(Examples.BO, NOW)).items()).hasSize(1);
    assertThat(store.run(Reservations.E6, new ActiveAt(Examples.BO, UNTIL)).items()).isEmpty();
  }
}
