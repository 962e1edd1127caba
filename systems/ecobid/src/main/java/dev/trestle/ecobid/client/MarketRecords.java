package dev.trestle.ecobid.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The records that the API returns. Amounts are in the currency's smallest unit. */
public final class MarketRecords {
  private MarketRecords() {}

  public record Place(double lat, double lon) {}

  /** The state of an auction, as a list shows it. */
  public record Price(String id, long price, long nextMinimum, long bids, Instant endsAt) {}

  /** An item in a list. Its place is the centre of its public cell. */
  public record Summary(
      String id,
      String title,
      String category,
      String mode,
      String status,
      Instant listedAt,
      Optional<String> photo,
      Place place,
      long distanceM,
      Optional<Price> auction) {}

  /** A page of a search, with its cost. */
  public record Found(List<Summary> items, Optional<String> nextCursor, double readUnits) {}

  public record Photo(String id, String url, String thumb) {}

  /** The exact place of an item. */
  public record Pickup(double lat, double lon, String address) {}

  /**
   * An item.
   *
   * @param pickup for its giver and its confirmed receiver only
   * @param reservation one's own; for the giver, that of whoever gets it
   * @param receiver who gets it, for the giver
   */
  public record Item(
      String id,
      String title,
      String description,
      String category,
      String mode,
      String sharing,
      String status,
      Instant listedAt,
      List<Photo> photos,
      Place place,
      Optional<Instant> drawClosesAt,
      Optional<Price> auction,
      boolean mine,
      Optional<Pickup> pickup,
      Optional<Reservation> reservation,
      Optional<Person> receiver) {}

  public record Person(String id, String displayName) {}

  /**
   * A user's claim on an item.
   *
   * @param entryId its id in the draw
   * @param until when it ends, or when the draw takes place
   */
  public record Reservation(
      String id,
      String entryId,
      String itemId,
      String status,
      Optional<Long> position,
      Optional<Instant> until,
      Optional<Instant> pickupAt,
      Optional<Long> price,
      Optional<Pickup> pickup) {}

  public record BidLine(Instant at, long price, String bidder) {}

  /**
   * An auction with its latest bids.
   *
   * @param maximum one's own, while one leads
   */
  public record Auction(
      String id,
      String itemId,
      String state,
      long price,
      long nextMinimum,
      Instant endsAt,
      boolean leading,
      Optional<Long> maximum,
      List<BidLine> bids) {}

  public record BidId(String id, boolean leading) {}

  /** An accepted bid, and the state of the auction after it. */
  public record Placed(BidId bid, long price, long nextMinimum, Instant endsAt) {}

  /** An anonymous entrant of a draw. */
  public record Entry(String id, String nonce, Instant at, boolean withdrawn) {}

  /**
   * Everything that is needed to check a draw.
   *
   * @param seed in hex digits, once it is drawn
   */
  public record DrawRecord(
      long round,
      String commitment,
      Optional<Instant> closesAt,
      List<Entry> entries,
      Optional<String> seed,
      Optional<String> winner) {}

  public record Told(
      String id,
      Instant at,
      String kind,
      String text,
      Optional<String> itemId,
      Optional<String> reservationId,
      Optional<Long> amount,
      Optional<Instant> when,
      boolean read) {}

  public record ToldPage(List<Told> notifications, int unread, Optional<String> nextCursor) {}
}
