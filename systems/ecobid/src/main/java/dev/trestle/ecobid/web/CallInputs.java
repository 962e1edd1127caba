package dev.trestle.ecobid.web;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.idempotency.Idempotency.Attempt;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Reads ids and numbers that clients send. */
final class CallInputs {
  private static final String RESERVATION = "rsv_";
  private static final int ULID = 26;

  private CallInputs() {}

  static ItemId item(String text) {
    if (!Ids.isId("item_", text)) throw ApiError.notFound("There is no such item.");
    return new ItemId(text);
  }

  static AuctionId auction(String text) {
    if (!Ids.isId("auc_", text)) throw ApiError.notFound("There is no such auction.");
    return new AuctionId(text);
  }

  /** A reservation's id contains its item, so that each call is a lookup by key. */
  record ReservationRef(ItemId item, ReservationId reservation) {
    String text() {
      return RESERVATION
          + item.value().substring("item_".length())
          + reservation.value().substring("res_".length());
    }
  }

  static ReservationRef reservation(String text) {
    boolean isOne =
        text.length() == RESERVATION.length() + 2 * ULID && text.startsWith(RESERVATION);
    if (isOne) {
      var item = "item_" + text.substring(4, 4 + ULID);
      var reservation = "res_" + text.substring(4 + ULID);
      if (Ids.isId("item_", item) && Ids.isId("res_", reservation)) {
        return new ReservationRef(new ItemId(item), new ReservationId(reservation));
      }
    }
    throw ApiError.notFound("There is no such reservation.");
  }

  static double degrees(Call call, String name) {
    var text = call.query(name).orElseThrow(() -> ApiError.invalid(name, "Required."));
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) return value;
    } catch (NumberFormatException e) {
      // Rejected below, with the same message.
    }
    throw ApiError.invalid(name, "A number of degrees is expected.");
  }

  static GeoPoint point(double latitude, double longitude) {
    try {
      var point = new GeoPoint(latitude, longitude);
      if (point.isServed()) return point;
    } catch (IllegalArgumentException e) {
      // Rejected below, with the same message.
    }
    throw ApiError.invalid("lat", "Latitude from -85 to 85, longitude from -180 to 180.");
  }

  static Radius radius(int kilometres) {
    return Radius.ofKilometres(kilometres)
        .orElseThrow(() -> ApiError.invalid("radius", "1, 5, 10 or 25 is expected."));
  }

  static Category category(String code) {
    return Category.ofCode(code)
        .orElseThrow(() -> ApiError.invalid("category", "There is no such category."));
  }

  /**
   * The id and time of what a call creates, which are the same for each repetition of the call.
   *
   * @param at when it was first sent
   */
  record Made(String ulid, Instant at) {}

  static Made made(Call call, Ids ids, InstantSource clock) {
    Optional<Attempt> attempt = call.ifNoted(Attempt.class);
    if (attempt.isEmpty()) return new Made(ids.next(), clock.instant());
    var at = attempt.get().firstUsed();
    var hash = ByteBuffer.wrap(Sha256.of(attempt.get().key()));
    long most = (at.toEpochMilli() << 16) | (hash.getShort() & 0xffff);
    return new Made(new Ulid(most, hash.getLong()).toString(), at);
  }
}
