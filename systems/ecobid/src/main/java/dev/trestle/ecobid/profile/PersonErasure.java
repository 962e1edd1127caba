package dev.trestle.ecobid.profile;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.ecobid.model.Digests;
import dev.trestle.ecobid.model.Favourites;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Leftovers;
import dev.trestle.ecobid.model.Messages;
import dev.trestle.ecobid.model.Messages.Message;
import dev.trestle.ecobid.model.Notifications;
import dev.trestle.ecobid.model.Notifications.Notification;
import dev.trestle.ecobid.model.Photos;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.WantedPosts;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Erases a person whose account is being closed. Their items leave the market, what they have
 * reserved becomes free for others, and their bids lose their name. The others are told by the
 * change feed. May be repeated, and goes on where an earlier run was interrupted.
 *
 * <p>The profile goes first: nobody without one can list, enter or reserve. Everything else is
 * looked for twice, since an index may be behind its table, and calls may have been under way.
 */
public final class PersonErasure {
  private static final Duration INDEX_LAG = Duration.ofSeconds(1);
  private static final int ROWS_MAX = 100_000;

  private final Store store;
  private final UserProfiles profiles;
  private final Handovers handovers;
  private final BidErasure bids;
  private final PhotoUploads photos;
  private final Consumer<Notification> elsewhere;

  /**
   * Creates it.
   *
   * @param elsewhere erases a notification that was shown in another system, too
   */
  public PersonErasure(
      Store store,
      UserProfiles profiles,
      Handovers handovers,
      BidErasure bids,
      PhotoUploads photos,
      Consumer<Notification> elsewhere) {
    this.store = store;
    this.profiles = profiles;
    this.handovers = handovers;
    this.bids = bids;
    this.photos = photos;
    this.elsewhere = elsewhere;
  }

  public void erase(UserId user) {
    long start = System.nanoTime();
    profiles.erase(user);
    eraseFound(user);
    sleepUntil(start + INDEX_LAG.toNanos());
    profiles.erase(user);
    eraseFound(user);
  }

  private static void sleepUntil(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal.Busy();
    }
  }

  private void eraseFound(UserId user) {
    for (var own : items(user)) eraseItem(own.item());
    // Before the reservations: an auction that has ended makes one for its winner.
    bids.erase(user);
    for (var reservation : reservations(user)) cancel(reservation);
    eraseThreads(user);
    eraseLists(user);
    eraseNotifications(user);
  }

  private List<Items.OwnItem> items(UserId user) {
    return store.stream(Items.OF_OWNER, new Items.OfUser(user), ROWS_MAX).toList();
  }

  private void eraseItem(ItemId id) {
    var item = store.run(Items.CURRENT, new Items.OfItem(id));
    if (item.isEmpty()) return;
    for (var photo : item.get().photos()) {
      store.run(Photos.ERASE, new Photos.OfPhoto(photo));
      photos.erase(photo);
    }
    erase(store.stream(Messages.OF_ITEM, new Messages.OfItem(id), ROWS_MAX));
    handovers.withdrawForClosedAccount(id);
  }

  private List<Reservation> reservations(UserId user) {
    return store.stream(Reservations.OF_HOLDER, new Reservations.OfHolder(user), ROWS_MAX).toList();
  }

  private void cancel(Reservation reservation) {
    try {
      handovers.cancel(reservation.user(), reservation.item(), reservation.reservation());
    } catch (Refusal.Busy busy) {
      throw busy; // Nothing was cancelled, so the erasure has to be repeated.
    } catch (Refusal over) {
      // It has ended already, or the item has changed hands: nobody waits for this person.
      handovers.settle(reservation.item());
    }
  }

  private void eraseThreads(UserId user) {
    var threads = store.stream(Messages.THREADS_OF, new Messages.OfUser(user), ROWS_MAX).toList();
    for (var thread : threads) {
      var messages = new Messages.OfThread(thread.item(), user);
      erase(store.stream(Messages.THREAD, messages, ROWS_MAX));
      store.run(Messages.END, new Messages.OfOwnThread(user, thread.item()));
    }
  }

  private void erase(Stream<Message> messages) {
    store.run(Messages.ERASE, List.of(), messages.map(Messages.OfMessage::of).toList());
  }

  private void eraseLists(UserId user) {
    var favourites = store.stream(Favourites.OF_USER, new Favourites.OfUser(user), ROWS_MAX);
    var wanted = store.stream(WantedPosts.OF_USER, new WantedPosts.OfUser(user), ROWS_MAX);
    var digests = store.stream(Digests.OF_USER, new Digests.OfUser(user), ROWS_MAX);
    var blocks = store.stream(Blocks.OF_USER, new Blocks.OfUser(user), ROWS_MAX);
    store.run(
        Leftovers.OF_USER,
        new Leftovers.OfUser(
            favourites.map(each -> new Favourites.Of(each.item(), user)).toList(),
            wanted.map(each -> new WantedPosts.Of(user, each.wanted())).toList(),
            digests.map(each -> new Digests.Of(user, each.at())).toList(),
            blocks.flatMap(each -> bothSides(user, each.other())).distinct().toList()));
  }

  private static Stream<Blocks.Of> bothSides(UserId user, UserId other) {
    return Stream.of(new Blocks.Of(other, user), new Blocks.Of(user, other));
  }

  private void eraseNotifications(UserId user) {
    store.stream(Notifications.OF_USER, new Notifications.OfUser(user), ROWS_MAX)
        .toList()
        .forEach(each -> {
          elsewhere.accept(each);
          store.run(
              Notifications.ERASE, new Notifications.Of(user, each.at(), each.notification()));
        });
  }
}
