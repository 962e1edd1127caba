package dev.trestle.ecobid.reservation;

import static dev.trestle.ecobid.reservation.Deadlines.ANSWER;
import static dev.trestle.ecobid.reservation.Deadlines.NEVER;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationId;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Reservations.Moving;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.model.Status;
import dev.trestle.ecobid.model.Turns;
import dev.trestle.ecobid.model.Turns.Holding;
import dev.trestle.ecobid.model.Turns.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An item that changes hands, in memory: the actions of users, by the rules. {@link Settlement}
 * applies the effects of time. Nothing here accesses a table; {@link #moving} returns what must be
 * written. Used by one thread.
 */
public final class Handover {
  /** The maximum number of entrants per item. */
  static final int ENTRIES_MAX = 1000;

  private final Map<ReservationId, Reservation> reservations = new LinkedHashMap<>();
  private final Set<ReservationId> changed = new LinkedHashSet<>();
  private final ProfileCounts counts = new ProfileCounts();
  private final Set<UserId> blocked;
  private Item item;
  private Optional<Auction> auction;

  /** The user who joins the draw or the queue. */
  private Optional<UserId> entering = Optional.empty();

  private boolean isItemChanged;
  private boolean isAuctionChanged;

  /**
   * Starts from the stored state.
   *
   * @param reservations all reservations of the item, or only those that the action needs
   * @param blocked users whom the giver blocks, or who block the giver
   */
  public Handover(
      Item item, List<Reservation> reservations, Optional<Auction> auction, Set<UserId> blocked) {
    this.item = item;
    this.auction = auction;
    this.blocked = Set.copyOf(blocked);
    for (var each : reservations) this.reservations.put(each.reservation(), each);
  }

  public Item item() {
    return item;
  }

  public Optional<Auction> auction() {
    return auction;
  }

  public Optional<Reservation> find(ReservationId id) {
    return Optional.ofNullable(reservations.get(id));
  }

  Collection<Reservation> all() {
    return reservations.values();
  }

  public boolean isChanged() {
    return isItemChanged || isAuctionChanged || !changed.isEmpty();
  }

  int changedReservations() {
    return changed.size();
  }

  /**
   * Returns what must be written.
   *
   * @param activeMax the maximum number of active reservations per user
   */
  Moving moving(Instant now, int activeMax) {
    return new Moving(
        item.timed(Settlement.due(item), expiry(now)),
        changed.stream().map(id -> find(id).orElseThrow()).toList(),
        isAuctionChanged ? auction : Optional.empty(),
        counts.takingUp(activeMax),
        entering.filter(user -> !counts.has(user)).map(Profiles.OfUser::new),
        counts.counted());
  }

  private Optional<Instant> expiry(Instant now) {
    return switch (item.status()) {
      case COMPLETED, EXPIRED, WITHDRAWN ->
          item.expiresAt().or(() -> Optional.of(now.plus(Deadlines.ITEM_KEPT)));
      case AVAILABLE, RESERVED, CONFIRMED, PICKED_UP -> Optional.empty();
    };
  }

  /** Enters the draw, joins the queue, or takes the item. Repeated requests have no effect. */
  public Reservation reserve(UserId user, String nonce, Instant now) {
    if (item.owner().equals(user)) throw new Refusal.OwnItem();
    if (item.mode() == Mode.AUCTION) throw new Refusal.NotNow("This is an auction.");
    var id = DrawSecrets.reservation(item, user);
    var before = find(id);
    if (before.filter(each -> stateOf(each).isOpen()).isPresent()) return before.get();
    checkAgain(before);
    return switch (item.status()) {
      case AVAILABLE -> isDrawOpen(now) ? enter(id, user, nonce, now) : take(id, user, now);
      case RESERVED, CONFIRMED -> {
        if (item.sharing() != Sharing.QUEUE) throw new Refusal.ItemTaken();
        yield join(id, user, "", ReservationState.WAITING, now, NEVER);
      }
      case PICKED_UP, COMPLETED, EXPIRED, WITHDRAWN -> throw new Refusal.ItemTaken();
    };
  }

  /**
   * A published entry cannot be replaced, and neither can a reservation that may still be rated.
   */
  private void checkAgain(Optional<Reservation> before) {
    if (before.isEmpty()) return;
    switch (before.get().state()) {
      case CANCELLED -> {
        if (item.sharing() == Sharing.DRAW) {
          throw new Refusal.NotNow("You have withdrawn from this draw.");
        }
      }
      case DECLINED -> throw new Refusal.NotNow("The giver has declined.");
      case NO_SHOW, COMPLETED, NOT_CHOSEN -> throw new Refusal.ItemTaken();
      case ENTERED, WAITING, OFFERED, RESERVED, CONFIRMED, PICKED_UP, LAPSED -> {}
    }
  }

  private boolean isDrawOpen(Instant now) {
    return item.sharing() == Sharing.DRAW
        && item.turns().closes().filter(now::isBefore).isPresent();
  }

  private Reservation enter(ReservationId id, UserId user, String nonce, Instant now) {
    var until = item.turns().closes().orElseThrow().plus(ANSWER);
    return join(id, user, nonce, ReservationState.ENTERED, now, until);
  }

  private Reservation join(
      ReservationId id,
      UserId user,
      String nonce,
      ReservationState state,
      Instant now,
      Instant until) {
    if (item.turns().waiting() >= ENTRIES_MAX) throw new Refusal.TooManyEntries();
    entering = Optional.of(user);
    move(item.status(), item.turns().joined());
    return save(fresh(id, user, nonce, now).open(state, until, Optional.empty()));
  }

  private Reservation take(ReservationId id, UserId user, Instant now) {
    move(item.status(), item.turns().joined().left());
    var until = now.plus(ANSWER);
    hold(Holding.of(id, user, Stage.RESERVED, until), Status.RESERVED);
    counts.active(user, 1);
    return save(
        fresh(id, user, "", now)
            .open(
                ReservationState.RESERVED, until, Optional.of(until.plus(Deadlines.LAPSED_KEPT))));
  }

  private Reservation fresh(ReservationId id, UserId user, String nonce, Instant now) {
    return Reservation.entered(
        item, id, user, nonce, now, find(id).map(Reservation::version).orElse(0L));
  }

  /** The user whose turn it is, or who won, accepts. */
  public Reservation accept(Reservation reservation, UserId user, Instant now) {
    if (!reservation.user().equals(user)) throw new Refusal.NotYours();
    if (reservation.state() == ReservationState.RESERVED) return reservation;
    var holding = held(reservation, Stage.OFFERED);
    boolean isFree = item.mode() == Mode.FREE;
    // A buyer does not lose the item if the giver does not respond.
    var until = isFree ? now.plus(ANSWER) : NEVER;
    hold(
        holding.at(Stage.RESERVED, isFree ? Optional.of(until) : Optional.empty()),
        Status.RESERVED);
    if (isFree) counts.active(user, 1);
    return save(
        reservation.open(
            ReservationState.RESERVED,
            until,
            isFree ? Optional.of(until.plus(Deadlines.LAPSED_KEPT)) : Optional.empty()));
  }

  /** The giver sets or changes the pickup time. From now on the receiver sees the exact place. */
  public Reservation confirm(Reservation reservation, UserId user, Instant pickup, Instant now) {
    checkGiver(user);
    if (!pickup.isAfter(now) || pickup.isAfter(now.plus(Deadlines.PICKUP_MAX))) {
      throw new Refusal.Invalid("pickup_at", "A time within the next 30 days is expected.");
    }
    var holding = held(reservation, Stage.RESERVED, Stage.CONFIRMED);
    var remindAt = Optional.of(pickup.minus(Deadlines.REMINDER)).filter(at -> !at.isBefore(now));
    hold(
        new Holding(
            holding.reservation(),
            holding.user(),
            Stage.CONFIRMED,
            Optional.empty(),
            Optional.of(pickup),
            remindAt,
            false),
        Status.CONFIRMED);
    return save(reservation.confirmed(pickup, NEVER));
  }

  public Reservation decline(Reservation reservation, UserId user, Instant now) {
    checkGiver(user);
    held(reservation, Stage.OFFERED, Stage.RESERVED, Stage.CONFIRMED);
    return drop(reservation, ReservationState.DECLINED, now);
  }

  /** The receiver cancels. If the giver cancels, the reservation is declined. */
  public Reservation cancel(Reservation reservation, UserId user, Instant now) {
    if (item.owner().equals(user)) return decline(reservation, user, now);
    if (!reservation.user().equals(user)) throw new Refusal.NotYours();
    if (reservation.state() == ReservationState.CANCELLED) return reservation;
    return switch (stateOf(reservation)) {
      case ENTERED, WAITING -> {
        move(item.status(), item.turns().left());
        yield save(
            reservation.ended(ReservationState.CANCELLED, now, now.plus(Deadlines.ENTRY_KEPT)));
      }
      case OFFERED, RESERVED, CONFIRMED -> drop(reservation, ReservationState.CANCELLED, now);
      case PICKED_UP, COMPLETED, CANCELLED, DECLINED, LAPSED, NOT_CHOSEN, NO_SHOW ->
          throw new Refusal.TooLate();
    };
  }

  public Reservation pickUp(Reservation reservation, UserId user, Instant now) {
    if (!reservation.user().equals(user)) throw new Refusal.NotYours();
    if (reservation.state() == ReservationState.PICKED_UP) return reservation;
    var holding = held(reservation, Stage.CONFIRMED);
    var until = now.plus(Deadlines.COMPLETION);
    hold(holding.at(Stage.PICKED_UP, Optional.of(until)), Status.PICKED_UP);
    if (item.mode() == Mode.FREE) counts.active(user, -1);
    return save(reservation.open(ReservationState.PICKED_UP, until, Optional.empty()));
  }

  public Reservation complete(Reservation reservation, UserId user, Instant now) {
    checkGiver(user);
    if (reservation.state() == ReservationState.COMPLETED) return reservation;
    return complete(reservation, held(reservation, Stage.CONFIRMED, Stage.PICKED_UP), now);
  }

  Reservation complete(Reservation reservation, Holding holding, Instant at) {
    if (holding.stage() == Stage.CONFIRMED && item.mode() == Mode.FREE) {
      counts.active(holding.user(), -1);
    }
    counts.done(item.owner(), holding.user());
    move(Status.COMPLETED, item.turns().with(Optional.empty()));
    return save(reservation.ended(ReservationState.COMPLETED, at, at.plus(Deadlines.ITEM_KEPT)));
  }

  /** Reports that the other side did not come. */
  public Reservation noShow(Reservation reservation, UserId user, Instant now) {
    boolean isGiver = item.owner().equals(user);
    if (!isGiver && !reservation.user().equals(user)) throw new Refusal.NotYours();
    if (reservation.state() == ReservationState.NO_SHOW) return reservation;
    var holding = held(reservation, Stage.CONFIRMED);
    if (now.isBefore(holding.pickupAt().orElseThrow().plus(Deadlines.NO_SHOW))) {
      throw new Refusal.NotNow("From 30 minutes after the pickup time on.");
    }
    counts.noShow(isGiver ? reservation.user() : item.owner());
    return drop(reservation, ReservationState.NO_SHOW, now);
  }

  /**
   * Offers an auctioned item to the bidder who would have won without those who did not take it.
   */
  public Reservation offerNext(BiddingState without, UserId user, Instant now) {
    checkGiver(user);
    var ended = auction.orElseThrow();
    if (item.holding().isPresent() || item.status() != Status.EXPIRED) {
      throw new Refusal.NotNow("The winner still has time to accept.");
    }
    var leader = without.bidding().leader();
    if (leader.isEmpty() || !without.bidding().meetsReserve()) {
      throw new Refusal.NoNextBidder();
    }
    setAuction(without.appliedTo(ended, ended.bids()));
    return won(leader.get().user(), without.bidding().price(), now);
  }

  /** Converts an item that nobody has asked for to an auction. */
  public Auction auction(UserId user, AuctionId id, AuctionTerms terms, Instant now) {
    checkGiver(user);
    boolean isIdle =
        item.holding().isEmpty()
            && item.turns().waiting() == 0
            && auction.filter(each -> each.state() == Auctions.State.ACTIVE).isEmpty();
    boolean isHere = item.status() == Status.AVAILABLE || item.status() == Status.EXPIRED;
    if (!isIdle || !isHere) {
      throw new Refusal.NotNow("Another user has asked for it, or it is an auction.");
    }
    var opened = terms.open(id, item.item(), item.owner(), now);
    item = item.auctioned(id, opened.ends());
    isItemChanged = true;
    setAuction(opened);
    return opened;
  }

  /** Ends the holder's reservation and leaves the item as it is. */
  void release(Holding holding, Instant now) {
    if (holding.stage() != Stage.OFFERED && item.mode() == Mode.FREE) {
      counts.active(holding.user(), -1);
    }
    find(holding.reservation())
        .ifPresent(held ->
            save(held.ended(ReservationState.DECLINED, now, now.plus(Deadlines.LAPSED_KEPT))));
  }

  /** The giver is gone: what only they could say about the item goes, too. */
  void strip(Instant expiry) {
    item = item.stripped(expiry);
    isItemChanged = true;
  }

  /** Renews a free item. One that had gone stale is listed again. */
  public void renew(UserId user, Instant now) {
    checkGiver(user);
    if (item.mode() == Mode.AUCTION) throw new Refusal.NotNow("This is an auction.");
    var ends = now.plus(Deadlines.FRESH);
    switch (item.status()) {
      case AVAILABLE, RESERVED, CONFIRMED -> move(item.status(), item.turns(), ends, false);
      case EXPIRED -> move(Status.AVAILABLE, item.turns().next(drawFrom(now)), ends, false);
      case PICKED_UP, COMPLETED, WITHDRAWN ->
          throw new Refusal.NotNow("It has been given away or withdrawn.");
    }
  }

  Optional<Instant> drawFrom(Instant at) {
    return item.sharing() == Sharing.DRAW && item.mode() == Mode.FREE
        ? Optional.of(at.plus(Duration.ofHours(item.drawHours())))
        : Optional.empty();
  }

  /** Ends the reservation of the holder, so that another user can have the item. */
  Reservation drop(Reservation reservation, ReservationState state, Instant at) {
    if (reservation.state().isCounted() && item.mode() == Mode.FREE) {
      counts.active(reservation.user(), -1);
    }
    var ended = save(reservation.ended(state, at, at.plus(kept(reservation, state))));
    freed(at);
    return ended;
  }

  private static Duration kept(Reservation reservation, ReservationState state) {
    if (state == ReservationState.NO_SHOW) return Deadlines.ITEM_KEPT;
    return reservation.isDrawn() ? Deadlines.ENTRY_KEPT : Deadlines.LAPSED_KEPT;
  }

  /** The holder's row may be missing, because time to live removes it a day after its end. */
  void dropMissing(Holding holding, Instant at) {
    if (holding.stage() == Stage.RESERVED && item.mode() == Mode.FREE) {
      counts.active(holding.user(), -1);
    }
    freed(at);
  }

  private void freed(Instant at) {
    var nobody = item.turns().with(Optional.empty());
    if (item.mode() == Mode.AUCTION) {
      move(Status.EXPIRED, nobody);
      return;
    }
    var shown = at.plus(Deadlines.STALE_WARNING);
    var ends = item.endsAt().isAfter(shown) ? item.endsAt() : shown;
    move(Status.AVAILABLE, nobody, ends, item.isWarned());
    if (item.sharing() == Sharing.QUEUE && next(at)) return;
    move(Status.AVAILABLE, item.turns().next(drawFrom(at)));
  }

  /** Gives the turn to the next in the queue. Users who were blocked meanwhile are skipped. */
  private boolean next(Instant at) {
    for (var waiting : inOrder(ReservationState.WAITING)) {
      move(item.status(), item.turns().left());
      if (blocked.contains(waiting.user())) {
        save(waiting.ended(ReservationState.DECLINED, at, at.plus(Deadlines.LAPSED_KEPT)));
      } else {
        offer(waiting, at.plus(Deadlines.TURN));
        return true;
      }
    }
    return false;
  }

  void offer(Reservation reservation, Instant until) {
    hold(
        Holding.of(reservation.reservation(), reservation.user(), Stage.OFFERED, until),
        Status.RESERVED);
    save(
        reservation.open(
            ReservationState.OFFERED, until, Optional.of(until.plus(Deadlines.LAPSED_KEPT))));
  }

  /** Creates the reservation of an auction's winner. */
  Reservation won(UserId user, long price, Instant at) {
    move(item.status(), item.turns().next(Optional.empty()).joined().left());
    var id = DrawSecrets.reservation(item, user);
    var until = at.plus(ANSWER);
    hold(Holding.of(id, user, Stage.OFFERED, until), Status.RESERVED);
    var expiry = Optional.of(until.plus(Deadlines.LAPSED_KEPT));
    return save(
        Reservation.entered(item, id, user, "", at, 0)
            .priced(price)
            .open(ReservationState.OFFERED, until, expiry));
  }

  List<Reservation> inOrder(ReservationState state) {
    return reservations.values().stream()
        .filter(each -> each.state() == state)
        .sorted(Comparator.comparingLong(Reservation::number))
        .toList();
  }

  void move(Status status, Turns turns) {
    move(status, turns, item.endsAt(), item.isWarned());
  }

  void move(Status status, Turns turns, Instant endsAt, boolean isWarned) {
    item = item.moved(status, turns, endsAt, isWarned);
    isItemChanged = true;
  }

  void hold(Holding holding, Status status) {
    move(status, item.turns().with(holding));
  }

  void setAuction(Auction other) {
    auction = Optional.of(other);
    isAuctionChanged = true;
  }

  Reservation save(Reservation reservation) {
    reservations.put(reservation.reservation(), reservation);
    changed.add(reservation.reservation());
    isItemChanged = true;
    return reservation;
  }

  void checkGiver(UserId user) {
    if (!item.owner().equals(user)) throw new Refusal.NotYours();
  }

  /** Returns the holding of a reservation, if it is in one of these stages. */
  private Holding held(Reservation reservation, Stage... stages) {
    var holding =
        item.holding()
            .filter(each -> each.reservation().equals(reservation.reservation()))
            .orElseThrow(() -> new Refusal.TooLate());
    for (var stage : stages) if (holding.stage() == stage) return holding;
    throw new Refusal.NotNow("The reservation is " + reservation.state().code() + ".");
  }

  /** Returns the current state of a reservation, even if it is not recorded yet. */
  public ReservationState stateOf(Reservation reservation) {
    return EntryStates.of(find(reservation.reservation()).orElse(reservation), item);
  }

  /** The position in the queue, from 1. */
  public Optional<Long> positionOf(Reservation reservation) {
    if (stateOf(reservation) != ReservationState.WAITING) return Optional.empty();
    long before =
        inOrder(ReservationState.WAITING).stream()
            .filter(each -> each.number() < reservation.number())
            .count();
    return Optional.of(before + 1);
  }
}
