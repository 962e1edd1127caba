package dev.trestle.ecobid.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.ecobid.model.Favourites;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Messages;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.WantedPosts;
import dev.trestle.ecobid.notification.NotificationText;
import dev.trestle.ecobid.profile.PersonErasure;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.OwnReservations;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.Optional;

/** What EcoBid stores about a user, for the export and the deletion of an account. */
public final class EcoBidData implements PersonalData {
  private static final int ROWS_MAX = 100_000;

  record BidExport(String auctionId, String itemId, long maximum, Instant at) {}

  record BlockExport(String userId) {}

  record FavouriteExport(String itemId, Instant at) {}

  record NotificationExport(Instant at, String kind, String text) {}

  private final Store store;
  private final UserProfiles profiles;
  private final OwnReservations reservations;
  private final NotificationText text;
  private final PersonErasure erasure;

  public EcoBidData(
      Store store,
      UserProfiles profiles,
      OwnReservations reservations,
      NotificationText text,
      PersonErasure erasure) {
    this.store = store;
    this.profiles = profiles;
    this.reservations = reservations;
    this.text = text;
    this.erasure = erasure;
  }

  @Override
  public String system() {
    return "ecobid";
  }

  /** Other systems have messages, too, so the types say whose they are. */
  @Override
  public void export(UserId user, ExportWriter out) {
    exportAll(user, (type, data) -> out.write("ecobid_" + type, data));
  }

  private void exportAll(UserId user, ExportWriter out) {
    var profile = profiles.find(user);
    if (profile.isEmpty()) return;
    out.write("profile", Views.PersonView.of(profile.get()));
    exportItems(user, out);
    for (var open : reservations.of(user)) {
      out.write("reservation", Views.ReservationView.of(open.reservation(), open.handover()));
    }
    store.stream(Auctions.OF_BIDDER, new Auctions.OfUser(user), ROWS_MAX)
        .map(own ->
            new BidExport(own.auction().value(), own.item().value(), own.maximum(), own.last()))
        .forEach(bid -> out.write("bid", bid));
    store.stream(Messages.THREADS_OF, new Messages.OfUser(user), ROWS_MAX)
        .flatMap(thread ->
            store.stream(Messages.THREAD, new Messages.OfThread(thread.item(), user), ROWS_MAX))
        .forEach(message -> out.write("message", ItemMessagesApi.MessageView.of(message)));
    exportLists(user, out);
  }

  private void exportItems(UserId user, ExportWriter out) {
    store.stream(Items.OF_OWNER, new Items.OfUser(user), ROWS_MAX)
        .map(own -> store.run(Items.FIND, new Items.OfItem(own.item())))
        .flatMap(Optional::stream)
        .forEach(item -> {
          out.write(
              "item",
              Views.ItemView.of(
                  item,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.of(user),
                  Optional.empty(),
                  Optional.empty()));
          store.stream(Messages.OF_ITEM, new Messages.OfItem(item.item()), ROWS_MAX)
              .forEach(message -> out.write("message", ItemMessagesApi.MessageView.of(message)));
        });
  }

  private void exportLists(UserId user, ExportWriter out) {
    store.stream(WantedPosts.OF_USER, new WantedPosts.OfUser(user), ROWS_MAX)
        .forEach(wanted -> out.write("wanted", ProfilesApi.WantedView.of(wanted)));
    store.stream(Favourites.OF_USER, new Favourites.OfUser(user), ROWS_MAX)
        .map(each -> new FavouriteExport(each.item().value(), each.at()))
        .forEach(each -> out.write("favourite", each));
    // The users they block, not those who block them.
    store.stream(Blocks.OF_USER, new Blocks.OfUser(user), ROWS_MAX)
        .filter(Blocks.Block::isByUser)
        .map(each -> new BlockExport(each.other().value()))
        .forEach(each -> out.write("block", each));
    store.stream(Notifications.OF_USER, new Notifications.OfUser(user), ROWS_MAX)
        .map(told -> new NotificationExport(told.at(), told.kind().code(), text.of(told)))
        .forEach(each -> out.write("notification", each));
  }

  @Override
  public void erase(UserId user) {
    erasure.erase(user);
  }
}
