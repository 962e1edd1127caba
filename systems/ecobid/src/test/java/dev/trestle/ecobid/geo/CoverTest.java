package dev.trestle.ecobid.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CoverTest {
  private static final GeoPoint WARSAW = new GeoPoint(52.2297, 21.0122);

  @ParameterizedTest
  @CsvSource({"KM_1, 6, 12", "KM_5, 5, 12", "KM_10, 4, 4", "KM_25, 4, 10"})
  void a_search_in_warsaw_asks_so_many_cells(Radius radius, int precision, int cells) {
    var cover = Cover.of(WARSAW, radius);
    assertThat(cover.precision()).isEqualTo(precision);
    assertThat(cover.cells()).hasSize(cells);
  }

  /** Points round the centre, everywhere, at the date line and at the highest latitudes. */
  @ParameterizedTest
  @EnumSource(Radius.class)
  void every_point_within_the_radius_lies_in_a_cell_of_the_cover(Radius radius) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 600; i++) {
      var centre =
          switch (i % 3) {
            case 0 -> new GeoPoint(random.nextDouble(-85, 85), random.nextDouble(-180, 180));
            case 1 ->
                new GeoPoint(random.nextDouble(-80, 80), random.nextBoolean() ? 179.999 : -179.999);
            default ->
                new GeoPoint(random.nextBoolean() ? 84.9 : -84.9, random.nextDouble(-180, 180));
          };
      var cover = Cover.of(centre, radius);
      var hashes = cover.cells().stream().map(Cell::hash).collect(Collectors.toSet());
      assertThat(hashes).as("seed %d", seed).hasSize(cover.cells().size());
      assertThat(hashes.size())
          .as("seed %d, %s", seed, centre)
          .isLessThanOrEqualTo(Cover.CELLS_MAX);
      for (int j = 0; j < 50; j++) {
        var point = near(centre, radius.metres(), random);
        if (centre.metresTo(point) > radius.metres()) continue;
        assertThat(hashes)
            .as("seed %d: %s is near %s", seed, point, centre)
            .contains(Cell.of(point, cover.precision()).hash());
      }
    }
  }

  /** A point somewhere in the square around another. */
  private static GeoPoint near(GeoPoint centre, double metres, Random random) {
    double up = GeoPoint.degrees(metres) * random.nextDouble(-1, 1);
    double latitude = Math.clamp(centre.latitude() + up, -90, 90);
    double across =
        GeoPoint.degrees(metres)
            / Math.cos(Math.toRadians(latitude))
            * random.nextDouble(-1.05, 1.05);
    double longitude = centre.longitude() + across;
    if (longitude > 180) longitude -= 360;
    if (longitude < -180) longitude += 360;
    return new GeoPoint(latitude, longitude);
  }

  @Test
  void no_cell_of_a_cover_is_out_of_reach() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      var centre = new GeoPoint(random.nextDouble(-85, 85), random.nextDouble(-180, 180));
      for (var radius : Radius.values()) {
        for (var cell : Cover.of(centre, radius).cells()) {
          assertThat(cell.metresFrom(centre)).as("seed %d", seed).isLessThan(radius.metres() + 1);
        }
      }
    }
  }

  @Test
  void beyond_85_degrees_there_is_no_market() {
    assertThat(new GeoPoint(85, 0).isServed()).isTrue();
    assertThat(new GeoPoint(85.0001, 0).isServed()).isFalse();
    assertThatThrownBy(() -> Cover.of(new GeoPoint(-85.1, 0), Radius.KM_1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_cells_of_a_map_contain_what_it_shows_across_the_date_line_too() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      double south = random.nextDouble(-85, 84);
      double west = random.nextDouble(-180, 180);
      double wide = Math.pow(10, random.nextDouble(-2, 1));
      double east = west + wide > 180 ? west + wide - 360 : west + wide;
      var area = new MapArea(west, south, east, Math.min(85, south + wide / 2));
      var cover = Cover.of(area);
      if (cover.isEmpty()) continue;
      var hashes = new HashSet<String>();
      cover.get().cells().forEach(cell -> hashes.add(cell.hash()));
      assertThat(hashes.size()).isLessThanOrEqualTo(Cover.CELLS_PREFERRED);
      for (int j = 0; j < 20; j++) {
        double longitude = west + random.nextDouble(0, wide);
        var point =
            new GeoPoint(
                random.nextDouble(area.south(), area.north()),
                longitude > 180 ? longitude - 360 : longitude);
        assertThat(area.contains(point)).as("seed %d", seed).isTrue();
        assertThat(hashes)
            .as("seed %d", seed)
            .contains(Cell.of(point, cover.get().precision()).hash());
      }
    }
  }

  @Test
  void a_map_of_a_continent_has_no_cover() {
    assertThat(Cover.of(new MapArea(-10, 35, 40, 70))).isEmpty();
  }
}
