package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.stak.client.AdminClient.Day;
import dev.trestle.stak.client.StakClient;
import dev.trestle.testing.Await;
import java.time.LocalDate;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class TrendsTest {
  private static final StakServer SERVER = new StakServer();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void an_administrator_sees_what_was_sent_delivered_and_read_by_day() {
    var acme = SERVER.tenant("trend");
    var other = SERVER.tenant("trend-other");
    SERVER.user(acme, "bob", "PUT", "/preferences", "{\"muted\":[\"offers\"]}");
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("offers", "Half price", "ann", "bob")));
    var id = SERVER.post(acme, toUsers("orders", "Shipped", "ann"));
    SERVER.awaitDelivery(acme, id);
    SERVER.post(acme, toEveryone("news", "Closed on Monday"));
    SERVER.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + id + "\"]}");

    try (var client = new StakClient(SERVER.server.endpoint())) {
      var admin = client.admin(acme.tenant(), "DEFAULT", acme.adminKey(), "boss");
      // Reads and broadcasts are added every two seconds, each category by itself.
      var all = new Day(LocalDate.EPOCH, 3, 2, 1, 0);
      Await.until(() -> sum(admin.trends(7)).equals(all), StakServer.SOON);
      assertThat(admin.trends(7)).hasSize(7);
    }

    var orders = SERVER.admin(acme, "GET", "/DEFAULT/trends?category=orders", "").body();
    assertThat(orders.at("/data/days")).hasSize(30);
    assertThat(orders.at("/data/categories").findValuesAsText("category"))
        .containsExactly("news", "offers", "orders");
    var delivered = orders.at("/data/days").findValuesAsText("delivered");
    assertThat(delivered.stream().mapToLong(Long::parseLong).sum()).isEqualTo(1);
    var none = SERVER.admin(other, "GET", "/DEFAULT/trends", "").body();
    assertThat(none.at("/data/categories")).isEmpty();
  }

  /** The sums of all days: the test may run over midnight. */
  private static Day sum(Iterable<Day> days) {
    var sum = new Day(LocalDate.EPOCH, 0, 0, 0, 0);
    for (var day : days) {
      sum =
          new Day(
              sum.day(),
              sum.sent() + day.sent(),
              sum.delivered() + day.delivered(),
              sum.read() + day.read(),
              sum.failed() + day.failed());
    }
    return sum;
  }

  @Test
  void only_whole_periods_and_valid_categories_are_accepted() {
    var acme = SERVER.tenant("trend-refused");
    for (var query : Map.of("days", "8", "category", "a%23b").entrySet()) {
      var path = "/DEFAULT/trends?" + query.getKey() + "=" + query.getValue();
      var refused = SERVER.admin(acme, "GET", path, "");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body().at("/error/details/field_errors/0/field").asText())
          .isEqualTo(query.getKey());
    }
  }
}
