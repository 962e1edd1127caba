package dev.trestle.ecobid;

import dev.trestle.ecobid.geo.GeoPoint;
import java.util.Optional;

/**
 * The options of a market.
 *
 * @param currency the ISO code of the currency; amounts are in its smallest unit
 * @param activeReservationsMax the maximum number of active reservations per user
 * @param tileUrl where the page gets its map from, with {z}, {x} and {y}; empty for the page's own
 *     vector background
 * @param start where the map starts for users who have not chosen a place yet
 */
public record EcoBidOptions(
    String currency, int activeReservationsMax, String tileUrl, Optional<GeoPoint> start) {
  public static final EcoBidOptions STANDARD = new EcoBidOptions("EUR", 3, "", Optional.empty());

  public EcoBidOptions {
    if (!currency.matches("[A-Z]{3}")) {
      throw new IllegalArgumentException("the currency must be an ISO code such as EUR");
    }
    if (activeReservationsMax < 1) {
      throw new IllegalArgumentException("users must be allowed at least one reservation");
    }
  }

  public EcoBidOptions tiles(String url) {
    return new EcoBidOptions(currency, activeReservationsMax, url, start);
  }

  public EcoBidOptions startingAt(GeoPoint place) {
    return new EcoBidOptions(currency, activeReservationsMax, tileUrl, Optional.of(place));
  }
}
