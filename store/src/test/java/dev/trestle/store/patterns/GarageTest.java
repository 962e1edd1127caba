package dev.trestle.store.patterns;

import static dev.trestle.store.patterns.Garage.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.StoreClient;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TransactionOutcome;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A stranger's design, checked and run. */
final class GarageTest {
  private static final OfLevel GROUND = new OfLevel("north", 0);
  private static final String OTHER = "01JD4V5Z9XQ8W7T6S5R4Q3P2N2";

  @Test
  void the_design_holds() {
    ModelCheck.of(Garage.MODEL).orThrow(Severity.WARNING);
  }

  private static Entering entering(String ticket, String plate) {
    var stay =
        new Stay(
            ticket, "north", plate, NOON, Optional.of(NOON), Optional.empty(), Optional.empty());
    return new Entering(stay, new Claim(plate, ticket), GROUND);
  }

  @Test
  void a_car_enters_pays_and_leaves() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Garage.MODEL, trestle.client(), "");
      var store = Store.of(Garage.MODEL, trestle.client());
      store.run(SAVE_HOUSE, new House("north", "North Pier", 250, 0));
      store.run(SAVE_LEVEL, new Level("north", 0, 1));

      assertThat(store.run(ENTER, entering(TICKET_EXAMPLE, "ABC 123")).isDone()).isTrue();
      store.run(COUNT, new Counting("north", LocalDate.of(2026, 11, 20)));
      TransactionOutcome full = store.run(ENTER, entering(OTHER, "XYZ 789"));
      assertThat(full)
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused -> assertThat(refused.one(Entering::level)).isPresent());

      var unpaid =
          new Exit(
              new Leaving(TICKET_EXAMPLE, NOON.plus(Duration.ofHours(2))),
              new OfPlate("ABC 123"),
              GROUND);
      assertThat(store.run(LEAVE, unpaid).isDone()).isFalse();
      var payment = new Payment("north", NOON.plus(Duration.ofHours(1)), TICKET_EXAMPLE, 500);
      store.run(SETTLE, new Settling(new Paying(TICKET_EXAMPLE, 500), payment));
      assertThat(store.run(OPEN, new OfGarage("north")).items()).hasSize(1);
      assertThat(store.run(LEAVE, unpaid).isDone()).isTrue();

      assertThat(store.run(OPEN, new OfGarage("north")).items()).isEmpty();
      assertThat(store.first(LATEST, new OfPlate("ABC 123")).flatMap(Stay::paidCents))
          .contains(500L);
      assertThat(store.run(VISITS, new OfPlate("ABC 123")).items()).isEqualTo(1);
      var year =
          new Books("north", NOON.minus(Duration.ofDays(200)), NOON.plus(Duration.ofDays(9)));
      assertThat(store.run(REVENUE, year).items()).containsExactly(payment);
      assertThat(store.run(OVERVIEW, new OfGarage("north")).items()).hasSize(2);
    }
  }

  @Test
  void the_gate_sees_tariff_claim_and_permit_at_one_moment() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Garage.MODEL, trestle.client(), "");
      var store = Store.of(Garage.MODEL, trestle.client());
      var permit = new Permit("acme", "ABC 123", LocalDate.of(2027, 1, 1));
      var gone = new OfPermit("acme", "OLD 1");
      store.run(CHANGE_PERMITS, new PermitChanges(List.of(permit), List.of(gone)));
      var asked =
          new Gate(
              new OfGarageHouse("north"),
              new OfPlate("ABC 123"),
              Optional.of(new OfPermit("acme", "ABC 123")));
      assertThat(store.run(AT_GATE, asked))
          .isEqualTo(new GateState(Optional.empty(), Optional.empty(), Optional.of(permit)));
    }
  }

  @Test
  void a_client_for_a_store_sends_each_request_once() {
    try (var client =
        StoreClient.withoutRetries(
            DynamoDbClient.builder()
                .region(Region.EU_NORTH_1)
                .endpointOverride(URI.create("http://localhost:1")))) {
      assertThat(
              client
                  .serviceClientConfiguration()
                  .overrideConfiguration()
                  .retryStrategy()
                  .map(strategy -> strategy.maxAttempts()))
          .contains(1);
    }
  }
}
