package dev.trestle.ecobid.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Plan;
import dev.trestle.model.cost.PriceList;
import dev.trestle.model.cost.TablePlan;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.Design;
import org.junit.jupiter.api.Test;

/** What ADR-002 expects of a thousand users. */
final class EcoBidCostTest {
  private static final Plan PLAN = Plan.of(EcoBidModel.MODEL, PriceList.of("us-east-1"));

  @Test
  void a_thousand_users_stay_below_10_read_and_5_write_units() {
    var average = PLAN.tables().stream().map(TablePlan::average).reduce(Units.NONE, Units::plus);
    assertThat(average.read()).isBetween(1.0, 10.0);
    assertThat(average.write()).isBetween(1.0, 5.0);
  }

  @Test
  void they_store_less_than_a_gigabyte() {
    assertThat(PLAN.table("ecobid").bytes()).isLessThan(1e9);
  }

  /** The seed says nine. */
  @Test
  void five_kilometres_round_warsaw_are_207_cells_of_precision_6_and_12_of_precision_5() {
    assertThat(cells(5, 360.0 / (1 << 15), 180.0 / (1 << 15))).isEqualTo(207);
    assertThat(cells(5, 360.0 / (1 << 13), 180.0 / (1 << 12))).isEqualTo(12);
    assertThat(cells(0.6, 360.0 / (1 << 15), 180.0 / (1 << 15))).isLessThanOrEqualTo(9);
  }

  @Test
  void a_search_by_cells_of_precision_5_costs_a_seventeenth_of_one_by_precision_6() {
    assertThat(perCall("E9").read() * 12).isEqualTo(6);
    assertThat(perCall("E9.near").read() * 207).isEqualTo(103.5);
  }

  /** Cells of so many degrees that are not farther than this from Warsaw's centre. */
  private static int cells(double kilometres, double width, double height) {
    double latitude = 52.2297;
    double longitude = 21.0122;
    long row = (long) Math.floor((latitude + 90) / height);
    long column = (long) Math.floor((longitude + 180) / width);
    int count = 0;
    for (long i = row - 20; i <= row + 20; i++) {
      for (long j = column - 20; j <= column + 20; j++) {
        double south = i * height - 90;
        double west = j * width - 180;
        double nearLatitude = Math.clamp(latitude, south, south + height);
        double nearLongitude = Math.clamp(longitude, west, west + width);
        if (distance(latitude, longitude, nearLatitude, nearLongitude) <= kilometres) count++;
      }
    }
    return count;
  }

  private static double distance(double latitude, double longitude, double toLat, double toLon) {
    double up = Math.sin(Math.toRadians(toLat - latitude) / 2);
    double across = Math.sin(Math.toRadians(toLon - longitude) / 2);
    double turn =
        up * up
            + Math.cos(Math.toRadians(latitude))
                * Math.cos(Math.toRadians(toLat))
                * across
                * across;
    return 2 * 6371.0088 * Math.asin(Math.sqrt(turn));
  }

  private static Units perCall(String id) {
    return PatternCost.of(Design.of(EcoBidModel.MODEL)).stream()
        .filter(cost -> cost.heading().id().equals(id))
        .findFirst()
        .orElseThrow()
        .perCall()
        .total();
  }
}
