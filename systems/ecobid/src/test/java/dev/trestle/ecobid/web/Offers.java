package dev.trestle.ecobid.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import java.util.Map;
import java.util.TreeMap;

/** What people list in tests: kitchen chairs in the middle of Warsaw. */
final class Offers {
  static final String NEARBY = "/items?lat=52.23&lon=21.01&radius=5";

  private Offers() {}

  static Map<String, Object> free(String sharing) {
    return new TreeMap<>(
        Map.of(
            "title", "Kitchen chair",
            "description", "Birch",
            "category", "furniture",
            "lat", 52.2297,
            "lon", 21.0122,
            "address", "Marszalkowska 1",
            "mode", "free",
            "sharing", sharing));
  }

  static Map<String, Object> auction() {
    var body = free("first");
    body.put("mode", "auction");
    body.put("auction", Map.of("hours", 24, "minimum", 500));
    return body;
  }

  static JsonNode list(EcoBidServer server, SignedInClient giver, Map<String, Object> body) {
    return server.posted(giver, "/items", body).path("item");
  }

  /** Lists an item and returns its id. */
  static String listed(EcoBidServer server, SignedInClient giver, Map<String, Object> body) {
    return list(server, giver, body).path("id").asText();
  }

  /** Lists an auction and returns the auction's id. */
  static String auctioned(EcoBidServer server, SignedInClient giver) {
    return list(server, giver, auction()).path("auction").path("id").asText();
  }
}
