package dev.trestle.ecobid.model;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Instant;

/** The one table, and the pieces its keys are made of. */
final class EcoBidTable {
  private static final Alphabet GEOHASH = Alphabet.of("0-9b-hjkmnp-z");

  static final Part<UserId> USER =
      Part.ulid("user", "user_").as(UserId.class, UserId::new, UserId::value);
  static final Part<ItemId> ITEM =
      Part.ulid("item", "item_").as(ItemId.class, ItemId::new, ItemId::value);
  static final Part<ReservationId> RESERVATION =
      Part.ulid("reservation", "res_")
          .as(ReservationId.class, ReservationId::new, ReservationId::value);
  static final Part<AuctionId> AUCTION =
      Part.ulid("auction", "auc_").as(AuctionId.class, AuctionId::new, AuctionId::value);
  static final Part<BidId> BID = Part.ulid("bid", "bid_").as(BidId.class, BidId::new, BidId::value);

  /** Cells of about 0.6, 5, 39 and 156 km. */
  static final Part<String> CELL6 = Part.text("cell6", GEOHASH, 6);

  static final Part<String> CELL5 = Part.text("cell5", GEOHASH, 5);
  static final Part<String> CELL4 = Part.text("cell4", GEOHASH, 4);
  static final Part<String> AREA = Part.text("area", GEOHASH, 3);

  static final Part<Category> CATEGORY = Part.code("category", Category.class, Category::code);
  static final Part<Status> STATUS = Part.code("status", Status.class, Status::code);

  /** ISO 8601 with milliseconds: sorts as time does. */
  static final Part<Instant> LISTED = Part.isoMillis("listed");

  static final Part<Instant> UNTIL = Part.isoMillis("until");
  static final Part<Instant> AT = Part.isoMillis("at");

  static final Table TABLE =
      Table.named("ecobid")
          .partition(string("PK"))
          .sort(string("SK"))
          .global(index("cell6-index", string("cell6")).sort(string("listedItem")).all())
          .global(index("cell5-index", string("cell5")).sort(string("listedItem")).all())
          .global(index("cell4-index", string("cell4")).sort(string("listedItem")).all())
          .global(index("category-index", string("categoryPK")).sort(string("listedItem")).all())
          .global(index("status-index", string("statusPK")).sort(string("listedItem")).all())
          .global(index("holder-index", string("holder")).sort(string("until")).all())
          .timeToLive("expiresAt")
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  private EcoBidTable() {}
}
