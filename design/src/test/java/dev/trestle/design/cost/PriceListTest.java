package dev.trestle.design.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriceListTest {
  @TempDir Path folder;

  @Test
  void an_unknown_region_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> PriceList.of("mars-west-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mars-west-1")
        .hasMessageContaining("us-east-1, eu-north-1");
  }

  @Test
  void every_known_region_has_its_prices_and_their_date() {
    for (var region : PriceList.KNOWN) {
      var prices = PriceList.of(region);
      assertThat(prices.region()).isEqualTo(region);
      assertThat(prices.date().getYear()).isGreaterThanOrEqualTo(2026);
    }
    assertThat(PriceList.of("eu-north-1").estimate()).isTrue();
    assertThat(PriceList.of("us-east-1").estimate()).isFalse();
  }

  @Test
  void provisioned_units_pay_off_when_more_than_a_good_quarter_is_used() {
    var crossover = PriceList.of("us-east-1").crossover().orElseThrow();
    assertThat(crossover.write()).isCloseTo(0.289, within(0.001));
    assertThat(crossover.read()).isCloseTo(0.289, within(0.001));
  }

  @Test
  void prices_come_from_a_file_of_ones_own() throws IOException {
    var file = folder.resolve("home.properties");
    Files.writeString(
        file,
        """
        region = home
        date = 2026-11-16
        source = our contract
        onDemand.read = 1
        onDemand.write = 2
        storage = 3
        recovery = 4
        backup = 5
        stream = 6
        free.read = 0
        free.write = 0
        free.storage = 0
        free.stream = 0
        """);
    var prices = PriceList.read(file);
    assertThat(prices.onDemand(new Units(1_000_000, 2_000_000))).isEqualTo(5);
    assertThat(prices.provisioned(new Units(1, 1))).isEmpty();
  }

  @Test
  void a_file_that_lacks_a_price_is_refused_by_name() throws IOException {
    var file = folder.resolve("home.properties");
    Files.writeString(file, "region = home\ndate = 2026-11-16\nsource = x\nonDemand.read = free\n");
    assertThatThrownBy(() -> PriceList.read(file))
        .hasMessageContaining("home.properties: onDemand.read is no price");
    Files.writeString(file, "region = home\n");
    assertThatThrownBy(() -> PriceList.read(file)).hasMessageContaining("has no date");
  }
}
