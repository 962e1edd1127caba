package dev.trestle.ecobid.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellTest {
  /** Hashes as others publish them. */
  @ParameterizedTest
  @CsvSource({
    "57.64911, 10.40744, u4pruy",
    "52.2297, 21.0122, u3qcnh",
    "-25.382708, -49.265506, 6gkzwg",
    "37.8324, 112.5584, ww8p1r",
    "0, 0, s00000",
    "-90, -180, 000000",
    "90, 179.999999, zzzzzz"
  })
  void a_point_has_the_hash_that_everybody_gives_it(
      double latitude, double longitude, String hash) {
    var cell = Cell.of(new GeoPoint(latitude, longitude), 6);
    assertThat(cell.hash()).isEqualTo(hash);
    assertThat(Cell.parse(hash)).isEqualTo(cell);
  }

  @Test
  void coarser_cells_are_prefixes() {
    var point = new GeoPoint(57.64911, 10.40744);
    for (int precision = 1; precision <= 6; precision++) {
      assertThat(Cell.of(point, precision).hash()).isEqualTo("u4pruy".substring(0, precision));
      assertThat(Cell.of(point, 6).within(precision)).isEqualTo(Cell.of(point, precision));
    }
  }

  @Test
  void longitude_180_lies_in_the_first_column() {
    assertThat(Cell.of(new GeoPoint(10, 180), 6)).isEqualTo(Cell.of(new GeoPoint(10, -180), 6));
  }

  @Test
  void the_centre_lies_inside() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 10_000; i++) {
      var point = new GeoPoint(random.nextDouble(-90, 90), random.nextDouble(-180, 180));
      int precision = random.nextInt(1, 7);
      var cell = Cell.of(point, precision);
      assertThat(Cell.of(cell.centre(), precision)).as("seed %d", seed).isEqualTo(cell);
      assertThat(cell.metresFrom(point)).as("seed %d", seed).isZero();
    }
  }

  /** The nearest of many points on the cell's edge is never nearer than the distance says. */
  @Test
  void the_distance_to_a_cell_is_that_to_its_nearest_point() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      var cell = Cell.of(new GeoPoint(random.nextDouble(-85, 85), random.nextDouble(-180, 180)), 4);
      var from = new GeoPoint(random.nextDouble(-90, 90), random.nextDouble(-180, 180));
      double nearest = Double.MAX_VALUE;
      for (int step = 0; step <= 200; step++) {
        double latitude = cell.south() + (cell.north() - cell.south()) * step / 200;
        double longitude = cell.west() + (cell.east() - cell.west()) * step / 200;
        nearest = Math.min(nearest, from.metresTo(new GeoPoint(latitude, cell.west())));
        nearest = Math.min(nearest, from.metresTo(new GeoPoint(latitude, cell.east())));
        nearest = Math.min(nearest, from.metresTo(new GeoPoint(cell.south(), longitude)));
        nearest = Math.min(nearest, from.metresTo(new GeoPoint(cell.north(), longitude)));
      }
      if (Cell.of(from, 4).equals(cell)) nearest = 0;
      // 200 steps of at most 40 km miss the nearest point by 100 m to the side at the most.
      assertThat(cell.metresFrom(from))
          .as("seed %d, from %s to %s", seed, from, cell)
          .isCloseTo(nearest, Offset.offset(100.0))
          .isLessThanOrEqualTo(nearest + 0.001);
    }
  }

  @ParameterizedTest
  @CsvSource({"91, 0", "-90.1, 0", "0, 180.1", "NaN, 0", "0, NaN", "0, Infinity"})
  void what_is_not_on_the_earth_is_no_point(double latitude, double longitude) {
    assertThatThrownBy(() -> new GeoPoint(latitude, longitude))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"u4a", "u4l", "''", "u4pruyd", "U4"})
  void what_is_no_hash_is_refused(String text) {
    assertThatThrownBy(() -> Cell.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
