package dev.trestle.ecobid.reservation;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations;
import dev.trestle.ecobid.model.Reservations.Moving;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.model.Turns.Holding;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import dev.trestle.store.TransactionOutcome.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Executes handovers: every action reads the item, lets {@link Settlement} and {@link Handover}
 * decide, and writes the result in one transaction on the item's version. If several actions run at
 * once, one wins and the others decide again on the new state.
 */
public final class Handovers {
  private static final int ATTEMPTS_MAX = 50;
  private static final int RESERVATIONS_MAX = 4 * Handover.ENTRIES_MAX;
  private static final int BLOCKS_MAX = 5_000;

  private final Store store;
  private final InstantSource clock;
  private final int activeMax;
  private final HandoverLocks locks = new HandoverLocks();

  public Handovers(Store store, InstantSource clock, int activeReservationsMax) {
    this.store = store;
    this.clock = clock;
    this.activeMax = activeReservationsMax;
  }

  public Reservation reserve(UserId user, ItemId item, String nonce) {
    return act(
        item,
        current -> Set.of(DrawSecrets.reservation(current, user)),
        (handover, now) -> {
          checkNotBlocked(handover.item(), user);
          return handover.reserve(user, nonce, now);
        });
  }

  public Reservation accept(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.accept(held, user, now));
  }

  public Reservation confirm(UserId user, ItemId item, ReservationId id, Instant pickup) {
    var at = pickup.truncatedTo(ChronoUnit.MILLIS);
    return on(item, id, user, (handover, held, now) -> handover.confirm(held, user, at, now));
  }

  public Reservation decline(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.decline(held, user, now));
  }

  public Reservation cancel(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.cancel(held, user, now));
  }

  public Reservation pickUp(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.pickUp(held, user, now));
  }

  public Reservation complete(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.complete(held, user, now));
  }

  public Reservation noShow(UserId user, ItemId item, ReservationId id) {
    return on(item, id, user, (handover, held, now) -> handover.noShow(held, user, now));
  }

  /** Offers an auctioned item to the next bidder, at the price without the previous winner. */
  public Reservation offerNext(UserId user, AuctionId auction) {
    var item =
        store
            .run(Auctions.FIND, new Auctions.OfAuction(auction))
            .map(Auction::item)
            .orElseThrow(() -> new Refusal.NotFound("auction"));
    return act(
        item,
        current -> Set.of(),
        (handover, now) -> {
          var ended =
              handover
                  .auction()
                  .filter(each -> each.auction().equals(auction))
                  .orElseThrow(() -> new Refusal.NotNow("Another auction has begun."));
          var passedOver = new HashSet<>(ended.passedOver());
          ended.leader().ifPresent(passedOver::add);
          var history = history(auction);
          return handover.offerNext(BiddingState.without(ended, history, passedOver), user, now);
        });
  }

  public Item withdraw(UserId user, ItemId item) {
    return act(
        item,
        current -> Set.of(),
        (handover, now) -> {
          Withdrawal.byGiver(handover, user, now);
          return handover.item();
        });
  }

  /** Withdraws an item at the operator's request. May be repeated. */
  public void takeDown(ItemId item) {
    act(
        item,
        current -> Set.of(),
        (handover, now) -> {
          Withdrawal.byOperator(handover, now);
          return handover.item();
        });
  }

  /** Withdraws an item because its giver's account is closed. May be repeated. */
  public void withdrawForClosedAccount(ItemId item) {
    settleWith(item, Withdrawal::ofClosedAccount);
  }

  public Item renew(UserId user, ItemId item) {
    return act(
        item,
        current -> Set.of(),
        (handover, now) -> {
          handover.renew(user, now);
          return handover.item();
        });
  }

  /** Auctions one of the user's own items that nobody has asked for. */
  public Auction auction(UserId user, ItemId item, AuctionId id, AuctionTerms terms) {
    return act(
        item, current -> Set.of(), (handover, now) -> handover.auction(user, id, terms, now));
  }

  /** Records the effects of time on an item. May be called at any time by anyone. */
  public void settle(ItemId item) {
    settleWith(item, (_, _) -> {});
  }

  private void settleWith(ItemId item, BiConsumer<Handover, Instant> change) {
    try {
      act(
          item,
          current -> Set.of(),
          (handover, now) -> {
            change.accept(handover, now);
            return handover.item();
          });
    } catch (Refusal.NotFound gone) {
      // Nothing is left to settle.
    }
  }

  /** Returns an item in its current state, even if a worker has not recorded it yet. */
  public Handover look(Item item) {
    var now = now();
    if (!isDue(item, now)) return new Handover(item, List.of(), Optional.empty(), Set.of());
    return settled(item, now, current -> load(current, Set.of(), now));
  }

  /** Returns the item with all its reservations. */
  public Handover lookAtAll(Item item) {
    return settled(item, now(), this::loadAll);
  }

  /** An item in its current state, and the reservation in it that concerns a user. */
  public record Involvement(Handover handover, Optional<Reservation> reservation) {}

  /** Returns an item with the reservation of a user, or for its giver with the receiver's. */
  public Involvement involvementOf(UserId user, Item item) {
    boolean isGiver = item.owner().equals(user);
    var now = now();
    var handover =
        settled(
            item,
            now,
            current ->
                isGiver && current.status() == Status.COMPLETED
                    ? loadAll(current)
                    : load(current, Set.of(DrawSecrets.reservation(current, user)), now));
    var reservation =
        isGiver
            ? receiving(handover)
            : handover.find(DrawSecrets.reservation(handover.item(), user));
    return new Involvement(handover, reservation);
  }

  /**
   * Loads an item and settles it in memory. Its parts are read one after the other, and it may move
   * on in between: an item that is not reserved yet would have no receiver if its auction had ended
   * by then. If the parts contradict each other, the item is read again.
   */
  private Handover settled(Item stored, Instant now, Function<Item, Handover> load) {
    var item = stored;
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var handover = load.apply(item);
      var last = isConsistent(handover) ? item : current(item.item()).orElse(item);
      if (last.version() == item.version()) {
        Settlement.settle(handover, now);
        return handover;
      }
      item = last;
    }
    throw new Refusal.Busy();
  }

  /** Compares what was read of an item. One transaction changes all of it. */
  private static boolean isConsistent(Handover handover) {
    var item = handover.item();
    boolean isOpen = item.mode() == Mode.AUCTION && item.status() == Status.AVAILABLE;
    boolean isEnded =
        handover.auction().filter(each -> each.state() != Auctions.State.ACTIVE).isPresent();
    if (isOpen && isEnded) return false;
    var held = item.holding().map(Holding::reservation);
    return handover.all().stream()
        .allMatch(each ->
            each.state().isHolding() == held.filter(each.reservation()::equals).isPresent());
  }

  private Optional<Item> current(ItemId id) {
    return store.run(Items.CURRENT, new Items.OfItem(id));
  }

  private static Optional<Reservation> receiving(Handover handover) {
    return handover
        .item()
        .holding()
        .map(holding -> handover.find(holding.reservation()))
        .orElseGet(() ->
            handover.all().stream()
                .filter(each -> each.state() == ReservationState.COMPLETED)
                .findFirst());
  }

  /** Returns all bids of an auction. */
  public List<Auctions.Bid> history(AuctionId auction) {
    return store.stream(Auctions.HISTORY, new Auctions.OfAuction(auction), Integer.MAX_VALUE)
        .toList();
  }

  /** Runs an action on a settled item. */
  @FunctionalInterface
  private interface Action<T> {
    T act(Handover handover, Instant now);
  }

  @FunctionalInterface
  private interface ReservationAction {
    Reservation act(Handover handover, Reservation reservation, Instant now);
  }

  private Reservation on(ItemId item, ReservationId id, UserId user, ReservationAction action) {
    return act(
        item,
        current -> Set.of(id),
        (handover, now) -> {
          var reservation =
              handover
                  .find(id)
                  .filter(each -> each.user().equals(user) || each.giver().equals(user))
                  .orElseThrow(() -> new Refusal.NotFound("reservation"));
          return action.act(handover, reservation, now);
        });
  }

  /** The result of an attempt; empty if the user would have too many reservations. */
  private record Attempt<T>(Optional<T> result, Optional<UserId> overLimit) {}

  private <T> T act(ItemId id, Function<Item, Set<ReservationId>> needed, Action<T> action) {
    var first = locks.around(id, () -> attempt(id, needed, action));
    if (first.result.isPresent()) return first.result.get();
    // A reservation that has ended by time counts until it is settled. Settling takes other items'
    // locks, so this item's lock must not be held.
    if (settleEnded(first.overLimit.orElseThrow())) {
      var second = locks.around(id, () -> attempt(id, needed, action));
      if (second.result.isPresent()) return second.result.get();
    }
    throw new Refusal.TooManyReservations(activeMax);
  }

  private <T> Attempt<T> attempt(
      ItemId id, Function<Item, Set<ReservationId>> needed, Action<T> action) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var item = current(id).orElseThrow(() -> new Refusal.NotFound("item"));
      var now = now();
      var handover = settled(item, now, current -> load(current, needed.apply(current), now));
      var result = action.act(handover, now);
      if (!handover.isChanged()) return new Attempt<>(Optional.of(result), Optional.empty());
      var moving = handover.moving(now, activeMax);
      var refused = write(moving);
      if (refused.isEmpty()) return new Attempt<>(Optional.of(result), Optional.empty());
      if (isThrottled(refused.get())) throw new Refusal.Busy();
      if (refused.get().one(Moving::takingUp).filter(Handovers::isCondition).isPresent()) {
        return new Attempt<>(Optional.empty(), moving.takingUp().map(Profiles.TakingUp::user));
      }
      if (refused.get().one(Moving::entering).filter(Handovers::isCondition).isPresent()) {
        throw new Refusal.NotFound("user");
      }
    }
    throw new Refusal.Busy();
  }

  private static boolean isThrottled(TransactionOutcome.Refused refused) {
    return refused.reasons().stream().anyMatch(reason -> reason.kind() == Kind.THROTTLED);
  }

  private static boolean isCondition(Reason reason) {
    return reason.kind() == Kind.CONDITION_FAILED;
  }

  /** Returns empty if it was written. Ignores the counters of deleted profiles. */
  private Optional<TransactionOutcome.Refused> write(Moving moving) {
    var counted = new ArrayList<>(moving.counted());
    while (true) {
      var attempt =
          new Moving(
              moving.item(),
              moving.reservations(),
              moving.auction(),
              moving.takingUp(),
              moving.entering(),
              counted);
      if (!(store.run(Reservations.MOVE, attempt) instanceof TransactionOutcome.Refused refused)) {
        return Optional.empty();
      }
      var gone = refused.of(Moving::counted).stream().filter(Handovers::isCondition).toList();
      if (gone.isEmpty() || gone.size() < refused.reasons().size()) return Optional.of(refused);
      gone.reversed().forEach(reason -> counted.remove(reason.element().orElseThrow()));
    }
  }

  /** Settles a user's reservations that have ended by time. Returns false if there are none. */
  private boolean settleEnded(UserId user) {
    var now = now();
    var ended =
        store.stream(Reservations.OF_HOLDER, new Reservations.OfHolder(user), RESERVATIONS_MAX)
            .filter(each -> !each.until().isAfter(now))
            .map(Reservation::item)
            .collect(Collectors.toSet());
    ended.forEach(this::settle);
    return !ended.isEmpty();
  }

  private Handover loadAll(Item item) {
    return new Handover(item, all(item.item()), auction(item), blocked(item.owner()));
  }

  private Handover load(Item item, Set<ReservationId> needed, Instant now) {
    boolean isDue = isDue(item, now);
    boolean isQueued = item.sharing() == Sharing.QUEUE && item.turns().waiting() > 0;
    var reservations = isDue || isQueued ? all(item.item()) : some(item, needed);
    return new Handover(
        item, reservations, auction(item), isDue || isQueued ? blocked(item.owner()) : Set.of());
  }

  private static boolean isDue(Item item, Instant now) {
    return item.due().filter(due -> !now.isBefore(due)).isPresent();
  }

  private List<Reservation> all(ItemId item) {
    return store.stream(Reservations.OF_ITEM, new Reservations.OfItem(item), RESERVATIONS_MAX)
        .toList();
  }

  private List<Reservation> some(Item item, Set<ReservationId> needed) {
    var ids = new HashSet<>(needed);
    item.holding().ifPresent(holding -> ids.add(holding.reservation()));
    return ids.stream()
        .map(id -> store.run(Reservations.FIND, new Reservations.OfReservation(item.item(), id)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Auction> auction(Item item) {
    return item.auctionId().flatMap(id -> store.run(Auctions.FIND, new Auctions.OfAuction(id)));
  }

  private Set<UserId> blocked(UserId owner) {
    return store.stream(Blocks.OF_USER, new Blocks.OfUser(owner), BLOCKS_MAX)
        .filter(Blocks.Block::isInForce)
        .map(Blocks.Block::other)
        .collect(Collectors.toSet());
  }

  /** Users who block each other do not see each other's items. */
  private void checkNotBlocked(Item item, UserId user) {
    var block = store.run(Blocks.FIND, new Blocks.Of(item.owner(), user));
    if (block.filter(Blocks.Block::isInForce).isPresent()) {
      throw new Refusal.NotFound("item");
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
