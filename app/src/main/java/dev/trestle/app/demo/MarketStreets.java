package dev.trestle.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The streets of the map that EcoBid's page draws: where its simulated neighbours live. */
public final class MarketStreets {
  private static final int NUMBERS = 80;
  private static final String RING = "Ring Road";

  /** A house. */
  record Address(GeoPoint place, String text) {}

  private record Street(String name, List<GeoPoint> line) {}

  private final GeoPoint centre;
  private final List<Street> streets = new ArrayList<>();

  private MarketStreets(JsonNode map) {
    centre = point(map.path("center"));
    for (var street : map.path("streets")) {
      var name = street.path("name").asText();
      if (name.isEmpty() || name.equals(RING)) continue;
      var line = new ArrayList<GeoPoint>();
      street.path("line").forEach(each -> line.add(point(each)));
      streets.add(new Street(name, line));
    }
  }

  public static MarketStreets load() {
    try (var in = EcoBid.class.getResourceAsStream("page/alderby.json")) {
      if (in == null) throw new IllegalStateException("EcoBid's page has no map");
      return new MarketStreets(Json.tree().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GeoPoint point(JsonNode pair) {
    return new GeoPoint(pair.get(0).asDouble(), pair.get(1).asDouble());
  }

  /** Where the map begins. */
  public GeoPoint centre() {
    return centre;
  }

  Address any(RandomGenerator random) {
    var street = streets.get(random.nextInt(streets.size()));
    int part = random.nextInt(street.line.size() - 1);
    var from = street.line.get(part);
    var to = street.line.get(part + 1);
    double share = random.nextDouble();
    var place =
        new GeoPoint(
            from.latitude() + share * (to.latitude() - from.latitude()),
            from.longitude() + share * (to.longitude() - from.longitude()));
    return new Address(place, street.name + " " + (1 + random.nextInt(NUMBERS)));
  }
}
