package dev.trestle.ecobid.model;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Arrays;

/** The table and the parts of its keys. */
public final class EcoBidTable {
  private static final Alphabet GEOHASH = Alphabet.of("0-9b-hjkmnp-z");

  /** The number of partitions over which due items are spread. */
  public static final int DUE_SHARDS = 2;

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
  static final Part<NotificationId> NOTIFICATION =
      Part.ulid("notification", "ntf_")
          .as(NotificationId.class, NotificationId::new, NotificationId::value);
  static final Part<PhotoId> PHOTO =
      Part.ulid("photo", "pho_").as(PhotoId.class, PhotoId::new, PhotoId::value);
  static final Part<WantedId> WANTED =
      Part.ulid("wanted", "wnt_").as(WantedId.class, WantedId::new, WantedId::value);
  static final Part<MessageId> MESSAGE =
      Part.ulid("message", "msg_").as(MessageId.class, MessageId::new, MessageId::value);
  static final Part<ReportId> REPORT =
      Part.ulid("report", "rep_").as(ReportId.class, ReportId::new, ReportId::value);

  /** The width of the cells: about 0.6, 5, 39 and 156 km. */
  static final Part<String> CELL6 = Part.text("cell6", GEOHASH, 6);

  static final Part<String> CELL5 = Part.text("cell5", GEOHASH, 5);
  static final Part<String> CELL4 = Part.text("cell4", GEOHASH, 4);
  static final Part<String> AREA = Part.text("area", GEOHASH, 3);
  static final Part<String> MARKET = Part.text("market", GEOHASH, 3);

  static final Part<Category> CATEGORY = Part.code("category", Category.class, Category::code);
  static final Part<Status> STATUS = Part.code("status", Status.class, Status::code);
  static final Part<Long> DUE_SHARD = Part.number("dueShard", 0, DUE_SHARDS - 1);

  /** ISO 8601 with milliseconds, which sorts by time. */
  static final Part<Instant> LISTED = Part.isoMillis("listed");

  static final Part<Instant> UNTIL = Part.isoMillis("until");
  static final Part<Instant> AT = Part.isoMillis("at");
  static final Part<Instant> DUE = Part.isoMillis("due");

  /**
   * The attributes of search results. They do not include the exact place and the address, so an
   * index cannot leak them.
   */
  private static final String[] SUMMARY = {
    "owner",
    "listed",
    "title",
    "mode",
    "sharing",
    "category",
    "status",
    "photos",
    "auctionId",
    "due",
    "cell6"
  };

  public static final Table TABLE =
      Table.named("ecobid")
          .partition(string("PK"))
          .sort(string("SK"))
          .global(
              index("cell6-index", string("cell6"))
                  .sort(string("listedItem"))
                  .include(without("cell6")))
          .global(index("cell5-index", string("cell5")).sort(string("listedItem")).include(SUMMARY))
          .global(index("cell4-index", string("cell4")).sort(string("listedItem")).include(SUMMARY))
          .global(
              index("category-index", string("categoryPK"))
                  .sort(string("listedItem"))
                  .include(SUMMARY))
          .global(
              index("status-index", string("statusPK")).sort(string("listedItem")).include(SUMMARY))
          .global(index("holder-index", string("holder")).sort(string("until")).all())
          .global(index("favourite-index", string("favouriteOf")).sort(string("at")).keysOnly())
          .global(index("wanted-index", string("wantedPK")).all())
          .global(index("due-index", string("duePK")).sort(string("due")).keysOnly())
          .timeToLive("expiresAt")
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .stream(StreamView.NEW_AND_OLD_IMAGES)
          .alarms(Alarms.STANDARD)
          .build();

  /** An index always contains its own keys. */
  private static String[] without(String key) {
    return Arrays.stream(SUMMARY).filter(name -> !name.equals(key)).toArray(String[]::new);
  }

  private EcoBidTable() {}
}
