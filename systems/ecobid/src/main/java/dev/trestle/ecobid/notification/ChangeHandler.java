package dev.trestle.ecobid.notification;

import dev.trestle.ecobid.live.LiveChange;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.ecobid.model.Digests;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Messages;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.Photos;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.signal.Signals;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Does everything that follows from a write: sends notifications, matches new items with saved
 * searches, updates open pages, and deletes what belonged to removed items. The state of the market
 * does not depend on it; reads are correct before it has run.
 */
public final class ChangeHandler implements ChangeConsumer {
  private static final System.Logger LOG = System.getLogger(ChangeHandler.class.getName());

  private final Store store;
  private final Notifier notifier;
  private final NewItems newItems;
  private final DependentWrites dependentWrites;
  private final PhotoUploads photos;
  private final Signals signals;
  private final NotificationSink sink;
  private final NotificationText text;

  public ChangeHandler(
      Store store,
      NewItems newItems,
      DependentWrites dependentWrites,
      PhotoUploads photos,
      Signals signals,
      NotificationSink sink,
      NotificationText text) {
    this.store = store;
    this.notifier = new Notifier(store);
    this.newItems = newItems;
    this.dependentWrites = dependentWrites;
    this.photos = photos;
    this.signals = signals;
    this.sink = sink;
    this.text = text;
  }

  @Override
  public void changed(List<Change> changes) {
    for (var change : changes) handle(change);
  }

  @Override
  public void gap(String shard) {
    LOG.log(Level.WARNING, "changes older than a day were lost; they cause no notifications");
  }

  private void handle(Change change) {
    if (change.isOf(Items.ITEM_OF)) item(change);
    else if (change.isOf(Reservations.RESERVATION_OF)) reservation(change);
    else if (change.isOf(Auctions.AUCTION_OF)) auction(change);
    else if (change.isOf(Notifications.NOTIFICATION_OF)) notification(change);
    else if (change.isOf(Messages.MESSAGE_OF)) message(change);
    else if (change.isOf(Digests.DIGEST)) digest(change);
    else if (change.isOf(Blocks.BLOCK_OF)) block(change);
    else if (change.isOf(Photos.PHOTO_OF) && change.kind() == Change.Kind.REMOVE) {
      change
          .before(Photos.PHOTO_OF)
          .ifPresent(photo -> photos.eraseSoon(photo.photo(), change.at()));
    }
  }

  private void item(Change change) {
    var before = change.before(Items.ITEM_OF);
    var after = change.after(Items.ITEM_OF);
    if (after.isEmpty()) {
      before.ifPresent(dependentWrites::itemGone);
      return;
    }
    signal(new LiveChange.OfItem(after.get().item()));
    if (before.isEmpty()) {
      newItems.listed(after.get(), notification -> notifier.tell(notification, change.at()));
      return;
    }
    for (var notification : ItemNotifications.of(before.get(), after.get()))
      notifier.tell(notification, change.at());
    if (!before.get().isWarned() && after.get().isWarned()) ending(after.get(), change.at());
    if (isTakenBack(before.get(), after.get())) withdrawn(after.get(), change.at());
    before
        .get()
        .auctionId()
        .filter(auction -> !after.get().auctionId().equals(Optional.of(auction)))
        .ifPresent(dependentWrites::auctionGone);
    if (isDecided(before.get(), after.get())) dependentWrites.notChosen(after.get());
  }

  /** Returns whether some users who waited no longer have a chance. */
  private static boolean isDecided(Item before, Item after) {
    if (before.turns().waiting() == 0) return false;
    return switch (after.status()) {
      case COMPLETED, EXPIRED, WITHDRAWN, PICKED_UP -> true;
      case AVAILABLE, RESERVED, CONFIRMED ->
          after.sharing() == Sharing.DRAW && after.turns().waiting() == 0;
    };
  }

  private static boolean isTakenBack(Item before, Item after) {
    return before.status() == Status.AVAILABLE && after.status() == Status.WITHDRAWN;
  }

  /** Only a closed account ends an auction that has bids. */
  private void withdrawn(Item item, Instant at) {
    for (var person : dependentWrites.followersOf(item)) {
      var cause = item.auctionId() + " withdrawn";
      notifier.tell(NewNotification.about(person, NotificationKind.WITHDRAWN, cause, item), at);
    }
  }

  private void ending(Item item, Instant at) {
    for (var person : dependentWrites.followersOf(item)) {
      var cause = item.auctionId() + " ending";
      notifier.tell(
          NewNotification.about(person, NotificationKind.ENDING, cause, item).when(item.endsAt()),
          at);
    }
  }

  private void reservation(Change change) {
    var after = change.after(Reservations.RESERVATION_OF);
    if (after.isEmpty()) return;
    var item = item(after.get().item());
    if (item.isEmpty()) return;
    var before = change.before(Reservations.RESERVATION_OF);
    for (var notification : ReservationNotifications.of(before, after.get(), item.get())) {
      notifier.tell(notification, change.at());
    }
  }

  private void auction(Change change) {
    var after = change.after(Auctions.AUCTION_OF);
    if (after.isEmpty()) return;
    signal(new LiveChange.OfAuction(after.get().auction()));
    var former = change.before(Auctions.AUCTION_OF).flatMap(Auction::leader);
    if (former.isEmpty() || after.get().leader().equals(former)) return;
    if (after.get().state() != Auctions.State.ACTIVE) return;
    var cause = after.get().auction().value() + " " + after.get().bids();
    item(after.get().item())
        .map(item -> NewNotification.about(former.get(), NotificationKind.OUTBID, cause, item))
        .map(notification -> notification.amount(after.get().price()).when(after.get().ends()))
        .ifPresent(notification -> notifier.tell(notification, change.at()));
  }

  private void notification(Change change) {
    if (change.kind() != Change.Kind.INSERT) return;
    change
        .after(Notifications.NOTIFICATION_OF)
        .ifPresent(told -> {
          signal(new LiveChange.OfNotifications(told.user()));
          sink.told(told, text.of(told));
        });
  }

  private void message(Change change) {
    if (change.kind() != Change.Kind.INSERT) return;
    var sent = change.after(Messages.MESSAGE_OF).orElseThrow();
    var to = sent.isFromGiver() ? sent.with() : sent.giver();
    item(sent.item())
        .map(item ->
            NewNotification.about(to, NotificationKind.MESSAGE, sent.message().value(), item))
        .ifPresent(notification -> notifier.tell(notification, change.at()));
  }

  /** A digest's notification is sent when the digest is closed. */
  private void digest(Change change) {
    var before = change.before(Digests.DIGEST);
    var after = change.after(Digests.DIGEST);
    if (before.isEmpty() || after.isEmpty()) return;
    if (before.get().due().isEmpty() || after.get().due().isPresent()) return;
    var digest = after.get();
    var notification =
        new NewNotification(
            digest.user(),
            NotificationKind.NEARBY,
            "digest " + digest.at(),
            digest.items().size() == 1 ? digest.items().stream().findFirst() : Optional.empty(),
            Optional.empty(),
            "",
            Optional.of((long) digest.items().size()),
            Optional.empty());
    notifier.tell(notification, change.at());
  }

  private void block(Change change) {
    boolean was = change.before(Blocks.BLOCK_OF).filter(Blocks.Block::isInForce).isPresent();
    change
        .after(Blocks.BLOCK_OF)
        .filter(block -> block.isInForce() && !was)
        .ifPresent(block -> dependentWrites.blocked(block.user(), block.other()));
  }

  private Optional<Item> item(ItemId id) {
    return store.run(Items.FIND, new Items.OfItem(id));
  }

  private void signal(LiveChange change) {
    signals.publish(LiveChange.TOPIC, change.bytes());
  }
}
