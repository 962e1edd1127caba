package dev.trestle.ecobid.item;

import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.ListingPatterns;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.model.Sharing;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * An item to be listed.
 *
 * @param auction the terms of an auction; without them the item is free
 */
public record NewItem(
    String title,
    String description,
    Category category,
    GeoPoint place,
    String address,
    Sharing sharing,
    int drawHours,
    Optional<AuctionTerms> auction,
    List<PhotoId> photos) {
  public static final int TITLE_MAX = 80;
  public static final int DESCRIPTION_MAX = 2000;
  public static final int ADDRESS_MAX = 200;
  public static final int DRAW_HOURS_MIN = 3;
  public static final int DRAW_HOURS_MAX = 12;

  public NewItem {
    title = text("title", title, 1, TITLE_MAX);
    description = text("description", description, 0, DESCRIPTION_MAX);
    address = text("address", address, 0, ADDRESS_MAX);
    checkPlace(place);
    photos = checked(photos);
    if (auction.isEmpty()
        && sharing == Sharing.DRAW
        && (drawHours < DRAW_HOURS_MIN || drawHours > DRAW_HOURS_MAX)) {
      throw new Refusal.Invalid("draw_hours", "A draw is open for 3 to 12 hours.");
    }
  }

  /** Returns a text without surrounding spaces, if its length is allowed. */
  static String text(String field, String text, int min, int max) {
    var stripped = text.strip();
    int length = stripped.codePointCount(0, stripped.length());
    if (length < min || length > max || stripped.indexOf('\0') >= 0) {
      throw new Refusal.Invalid(field, "A text of %d to %d characters.".formatted(min, max));
    }
    return stripped;
  }

  static void checkPlace(GeoPoint place) {
    if (!place.isServed()) {
      throw new Refusal.Invalid("lat", "There is no market this close to a pole.");
    }
  }

  static List<PhotoId> checked(List<PhotoId> photos) {
    if (photos.size() > ListingPatterns.PHOTOS_MAX
        || new HashSet<>(photos).size() != photos.size()) {
      throw new Refusal.Invalid("photos", "At most 8 photos, each of them once.");
    }
    return List.copyOf(photos);
  }
}
