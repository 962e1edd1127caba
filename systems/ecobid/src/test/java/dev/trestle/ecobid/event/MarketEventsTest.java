package dev.trestle.ecobid.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventRelay;
import dev.trestle.platform.event.MemoryEventLog;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MarketEventsTest {
  private final Market market = new Market();
  private final SystemContext context =
      SystemContext.open(
          market.trestle.client(),
          market.trestle.streamsClient(),
          StoreOptions.standard().clock(market.clock),
          new MemorySecrets(new SecureRandom()),
          FeedOptions.woken("test", market.trestle.engine()::awaitRecords));
  private final List<Event> events = new ArrayList<>();

  @AfterEach
  void close() {
    context.close();
    market.close();
  }

  private List<String> types(String key) {
    synchronized (events) {
      return events.stream()
          .filter(event -> event.key().equals(key))
          .map(event ->
              event.type()
                  + event.data().path("status").asText()
                  + event.data().path("state").asText())
          .toList();
    }
  }

  @Test
  void items_reservations_and_auctions_are_events_without_texts_places_and_bidders() {
    var ann = market.person();
    var bo = market.person();
    var cleo = market.person();
    var chair = market.free(ann, Sharing.FIRST);
    var reservation = market.handovers.reserve(bo, chair.item(), "nonce");
    market.handovers.cancel(bo, chair.item(), reservation.reservation());
    market.handovers.withdraw(ann, chair.item());
    var lamp = market.auction(ann, 500, Optional.of(77_777L));
    market.bid(bo, lamp, 1000);
    market.bid(cleo, lamp, 2000);
    var log = new MemoryEventLog();
    EventLog.Consumer remember =
        more -> {
          synchronized (events) {
            events.addAll(more);
          }
        };
    var auction = lamp.auctionId().orElseThrow().value();
    try (var _ = log.follow("ecobid", EventLog.Start.OLDEST, remember);
        var relay = EventRelay.of(log, context.feed(), List.of(new MarketEvents()))) {
      relay.start();
      Await.until(
          () -> types(chair.item().value()).size() >= 6 && types(auction).size() >= 3,
          Duration.ofSeconds(60));
    }
    assertThat(types(chair.item().value()))
        .containsExactlyInAnyOrder(
            "item_listed",
            "item_status_changedreserved",
            "reservation_changedreserved",
            "item_status_changedavailable",
            "reservation_changedcancelled",
            "item_status_changedwithdrawn");
    assertThat(types(lamp.item().value())).containsExactly("item_listed");
    assertThat(types(auction))
        .containsExactly("auction_opened", "auction_changedactive", "auction_changedactive");
    assertThat(events)
        .filteredOn(event -> event.key().equals(auction))
        .last()
        .satisfies(event -> assertThat(event.data().path("bids").asLong()).isEqualTo(2));
    assertThat(events.toString())
        .doesNotContain("Kitchen", "Birch", "Marszalkowska", "52.2", "77777", cleo.value());
  }
}
