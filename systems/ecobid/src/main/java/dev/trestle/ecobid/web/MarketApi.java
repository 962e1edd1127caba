package dev.trestle.ecobid.web;

import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.ecobid.auction.Bidding;
import dev.trestle.ecobid.model.Category;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** {@code GET /market} and {@code GET /openapi.json}: what clients need to know. */
public final class MarketApi {
  /**
   * A market.
   *
   * @param tiles where the page gets its map from; empty for its own
   * @param start where the page's map begins
   * @param now the server's time, for clients whose clock is wrong
   */
  record MarketView(
      String currency,
      long increment,
      int activeReservationsMax,
      List<String> categories,
      String tiles,
      Optional<Views.PlaceView> start,
      Instant now) {}

  private static final List<String> CATEGORIES =
      Arrays.stream(Category.values()).map(Category::code).toList();

  private final EcoBidOptions options;
  private final InstantSource clock;

  public MarketApi(EcoBidOptions options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
  }

  private Reply market(Call call) {
    return Reply.ok(
        new MarketView(
            options.currency(),
            Bidding.INCREMENT,
            options.activeReservationsMax(),
            CATEGORIES,
            options.tileUrl(),
            options.start().map(Views.PlaceView::of),
            clock.instant()));
  }

  public void addTo(Router router, Guards guards) {
    var document = document();
    router
        .get("/market", guards.open(this::market))
        .get("/openapi.json", guards.open(_ -> Reply.bytes(200, "application/json", document)));
  }

  private static byte[] document() {
    try (var in = MarketApi.class.getResourceAsStream("openapi.json")) {
      return Objects.requireNonNull(in, "openapi.json").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the routes with refusals converted to API errors. */
  public static Router refusing(Router router) {
    return router.around(Refusals::around);
  }
}
