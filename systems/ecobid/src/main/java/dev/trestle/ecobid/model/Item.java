package dev.trestle.ecobid.model;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Turns.Holding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An item. Its cells and its market are present only while searches can find it, so that searches
 * read nothing else.
 *
 * @param drawHours how long a draw is open; 0 without a draw
 * @param area the cell of about 156 km that contains it, whatever its status
 * @param market equal to {@code area} while searches can find it
 * @param secret seeds its draws and hides who has entered; never leaves the server
 * @param endsAt when it goes stale, or the last known end of its auction
 * @param isWarned whether the giver was asked about a stale item, or bidders were notified of the
 *     end
 * @param due until this time, status and turns are as recorded here; after it, a worker has yet to
 *     record a change
 */
public record Item(
    ItemId item,
    UserId owner,
    Instant listed,
    String title,
    String description,
    Category category,
    List<PhotoId> photos,
    Mode mode,
    Sharing sharing,
    int drawHours,
    Status status,
    Turns turns,
    Location location,
    String area,
    Optional<String> market,
    Optional<String> cell4,
    Optional<String> cell5,
    Optional<String> cell6,
    Optional<AuctionId> auctionId,
    byte[] secret,
    Instant endsAt,
    boolean isWarned,
    long dueShard,
    Optional<Instant> due,
    Optional<Instant> expiresAt,
    long version) {

  public GeoPoint point() {
    return new GeoPoint(location.latitude(), location.longitude());
  }

  /** Everything that strangers learn about its place. */
  public Cell publicCell() {
    return Cell.of(point(), Cell.PUBLIC);
  }

  public Optional<Holding> holding() {
    return turns.holding();
  }

  /** Returns the item in another state. Its status decides whether searches find it. */
  public Item moved(Status now, Turns newTurns, Instant ends, boolean warned) {
    return new Item(
            item,
            owner,
            listed,
            title,
            description,
            category,
            photos,
            mode,
            sharing,
            drawHours,
            now,
            newTurns,
            location,
            area,
            market,
            cell4,
            cell5,
            cell6,
            auctionId,
            secret,
            ends,
            warned,
            dueShard,
            due,
            expiresAt,
            version)
        .placed();
  }

  /** Returns the item with other contents. */
  public Item edited(
      String newTitle,
      String newDescription,
      Category newCategory,
      List<PhotoId> newPhotos,
      Location newLocation) {
    return new Item(
            item,
            owner,
            listed,
            newTitle,
            newDescription,
            newCategory,
            newPhotos,
            mode,
            sharing,
            drawHours,
            status,
            turns,
            newLocation,
            area,
            market,
            cell4,
            cell5,
            cell6,
            auctionId,
            secret,
            endsAt,
            isWarned,
            dueShard,
            due,
            expiresAt,
            version)
        .placed();
  }

  public Item auctioned(AuctionId auction, Instant ends) {
    return new Item(
            item,
            owner,
            listed,
            title,
            description,
            category,
            photos,
            Mode.AUCTION,
            sharing,
            0,
            Status.AVAILABLE,
            turns,
            location,
            area,
            market,
            cell4,
            cell5,
            cell6,
            Optional.of(auction),
            secret,
            ends,
            false,
            dueShard,
            due,
            expiresAt,
            version)
        .placed();
  }

  public Item timed(Optional<Instant> newDue, Optional<Instant> newExpiry) {
    return new Item(
        item,
        owner,
        listed,
        title,
        description,
        category,
        photos,
        mode,
        sharing,
        drawHours,
        status,
        turns,
        location,
        area,
        market,
        cell4,
        cell5,
        cell6,
        auctionId,
        secret,
        endsAt,
        isWarned,
        dueShard,
        newDue,
        newExpiry,
        version);
  }

  /** Without what its giver told about it, except the title; it goes at this time or before. */
  public Item stripped(Instant expiry) {
    var centre = publicCell().centre();
    return edited(
            title, "", category, List.of(), new Location(centre.latitude(), centre.longitude(), ""))
        .timed(due, Optional.of(expiresAt.filter(expiry::isAfter).orElse(expiry)));
  }

  /** In the cells of its place, while it can be found. */
  public Item placed() {
    var cell = publicCell();
    boolean isFindable = status == Status.AVAILABLE || status == Status.RESERVED;
    return new Item(
        item,
        owner,
        listed,
        title,
        description,
        category,
        photos,
        mode,
        sharing,
        drawHours,
        status,
        turns,
        location,
        cell.within(Cell.AREA).hash(),
        isFindable ? Optional.of(cell.within(Cell.AREA).hash()) : Optional.empty(),
        isFindable ? Optional.of(cell.within(4).hash()) : Optional.empty(),
        isFindable ? Optional.of(cell.within(5).hash()) : Optional.empty(),
        isFindable ? Optional.of(cell.hash()) : Optional.empty(),
        auctionId,
        secret,
        endsAt,
        isWarned,
        dueShard,
        due,
        expiresAt,
        version);
  }

  /** The exact place of an item, for the giver and the confirmed receiver only. */
  public record Location(double latitude, double longitude, String address) {}
}
