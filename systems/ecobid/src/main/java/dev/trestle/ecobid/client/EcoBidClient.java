package dev.trestle.ecobid.client;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.client.MarketRecords.Auction;
import dev.trestle.ecobid.client.MarketRecords.DrawRecord;
import dev.trestle.ecobid.client.MarketRecords.Found;
import dev.trestle.ecobid.client.MarketRecords.Item;
import dev.trestle.ecobid.client.MarketRecords.Photo;
import dev.trestle.ecobid.client.MarketRecords.Placed;
import dev.trestle.ecobid.client.MarketRecords.Reservation;
import dev.trestle.ecobid.client.MarketRecords.ToldPage;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * EcoBid's API for one user, or for a visitor who is not signed in. Errors are {@link
 * EcoBidException}s. Thread-safe.
 */
public final class EcoBidClient {
  /** The terms of an auction: 24 or 48 hours. */
  public record Terms(int hours, long minimum, Optional<Long> reserve) {}

  /**
   * An item to be listed.
   *
   * @param sharing {@code draw}, {@code queue} or {@code first}; ignored for auctions
   * @param photos ids of uploaded photos
   */
  public record NewOffer(
      String title,
      String description,
      String category,
      double lat,
      double lon,
      String address,
      String mode,
      String sharing,
      Optional<Terms> auction,
      List<String> photos) {
    /** An item to give away. */
    public static NewOffer free(
        String title, String category, double lat, double lon, String address, String sharing) {
      return new NewOffer(
          title, "", category, lat, lon, address, "free", sharing, Optional.empty(), List.of());
    }

    /** The same thing, auctioned. */
    public NewOffer auctioned(Terms terms) {
      return new NewOffer(
          title,
          description,
          category,
          lat,
          lon,
          address,
          "auction",
          sharing,
          Optional.of(terms),
          photos);
    }
  }

  private record OneItem(Item item) {}

  private record ManyItems(List<Item> items) {}

  private record OnePhoto(Photo photo) {}

  private record OneReservation(Reservation reservation) {}

  private record ManyReservations(List<Reservation> reservations) {}

  private record OneAuction(Auction auction) {}

  private record OneDraw(DrawRecord draw) {}

  private final EcoBidCalls calls;

  private EcoBidClient(EcoBidCalls calls) {
    this.calls = calls;
  }

  public static EcoBidClient of(SignedInClient person) {
    return new EcoBidClient(new EcoBidCalls(person.http(), person.server(), Optional.of(person)));
  }

  /** Creates a client for a visitor. */
  public static EcoBidClient stranger(HttpClient http, URI server) {
    return new EcoBidClient(new EcoBidCalls(http, server, Optional.empty()));
  }

  /** The newest items within 1, 5, 10 or 25 km. */
  public Found newest(double lat, double lon, int kilometres) {
    return search(lat, lon, kilometres, "");
  }

  /** The page after one that had a next. */
  public Found newest(double lat, double lon, int kilometres, String cursor) {
    return search(lat, lon, kilometres, "&cursor=" + encoded(cursor));
  }

  private Found search(double lat, double lon, int kilometres, String more) {
    var path = "/items?lat=" + lat + "&lon=" + lon + "&radius=" + kilometres + more;
    return calls.get(path, Found.class);
  }

  public Item item(String id) {
    return calls.get("/items/" + encoded(id), OneItem.class).item;
  }

  public List<Item> ownItems() {
    return calls.get("/me/items", ManyItems.class).items;
  }

  /**
   * Lists an item.
   *
   * @param key idempotency key: the same when a call is repeated because no response came
   */
  public Item list(NewOffer offer, String key) {
    return calls.post("/items", offer, key, OneItem.class).item;
  }

  public void withdraw(String item) {
    calls.send("DELETE", "/items/" + encoded(item), Map.of());
  }

  /** Uploads a JPEG, PNG or WebP. */
  public Photo upload(byte[] image, String contentType) {
    return calls.upload("/photos", image, contentType, OnePhoto.class).photo;
  }

  /** Takes part in the draw, joins the queue, or takes the item. */
  public Reservation reserve(String item) {
    return reservation("/items/" + encoded(item) + "/reserve", Map.of());
  }

  /** Enters a draw with the user's own nonce. */
  public Reservation enter(String item, String nonce) {
    return reservation("/items/" + encoded(item) + "/reserve", Map.of("nonce", nonce));
  }

  public List<Reservation> reservations() {
    return calls.get("/me/reservations?active=true", ManyReservations.class).reservations;
  }

  public Reservation accept(String reservation) {
    return act(reservation, "accept", Map.of());
  }

  /** The giver names a pickup time. */
  public Reservation confirm(String reservation, Instant pickupAt) {
    return act(reservation, "confirm", Map.of("pickup_at", pickupAt));
  }

  public Reservation decline(String reservation) {
    return act(reservation, "decline", Map.of());
  }

  public Reservation cancel(String reservation) {
    return act(reservation, "cancel", Map.of());
  }

  /** The receiver has the item. */
  public Reservation pickedUp(String reservation) {
    return act(reservation, "pickup", Map.of());
  }

  public Reservation complete(String reservation) {
    return act(reservation, "complete", Map.of());
  }

  public Reservation noShow(String reservation) {
    return act(reservation, "no-show", Map.of());
  }

  public Reservation rate(String reservation, int stars) {
    return act(reservation, "rating", Map.of("stars", stars));
  }

  private Reservation act(String reservation, String action, Map<String, ?> body) {
    return reservation("/reservations/" + encoded(reservation) + "/" + action, body);
  }

  private Reservation reservation(String path, Map<String, ?> body) {
    return calls.post(path, body, OneReservation.class).reservation;
  }

  public Auction auction(String id) {
    return calls.get("/auctions/" + encoded(id), OneAuction.class).auction;
  }

  /** Bids up to a maximum; a call that is repeated with the same key bids once. */
  public Placed bid(String auction, long maximum, String key) {
    var path = "/auctions/" + encoded(auction) + "/bids";
    return calls.post(path, Map.of("maximum", maximum), key, Placed.class);
  }

  /** Offers the item to the next bidder, after a winner who did not take it. */
  public Reservation offerNext(String auction) {
    return reservation("/auctions/" + encoded(auction) + "/offer-next", Map.of());
  }

  public DrawRecord draw(String item) {
    return calls.get("/items/" + encoded(item) + "/draw", OneDraw.class).draw;
  }

  public void write(String item, String text) {
    calls.send("POST", "/items/" + encoded(item) + "/messages", Map.of("text", text));
  }

  public ToldPage notifications() {
    return calls.get("/notifications", ToldPage.class);
  }

  /** Switches these kinds of notifications off, and all others on. */
  public void mute(Collection<String> kinds) {
    calls.send("PATCH", "/users/me", Map.of("muted", kinds));
  }

  public void block(String user) {
    calls.send("POST", "/users/" + encoded(user) + "/block", Map.of());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
