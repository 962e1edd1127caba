package dev.trestle.ecobid.reservation;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An item leaves the market. */
final class Withdrawal {
  /**
   * How long an item of a closed account keeps its title, so that users who waited for it can be
   * notified.
   */
  private static final Duration TITLE_KEPT = Duration.ofDays(1);

  private Withdrawal() {}

  /** The giver withdraws the item, unless it has bids or a holder. */
  static void byGiver(Handover handover, UserId user, Instant now) {
    handover.checkGiver(user);
    boolean hasBids =
        handover
            .auction()
            .filter(each -> each.state() == Auctions.State.ACTIVE && each.bids() > 0)
            .isPresent();
    if (hasBids) throw new Refusal.NotNow("Somebody has bid on it.");
    unlessHandedOver(handover, now);
  }

  /** The operator takes the item down, whoever has bid on it. */
  static void byOperator(Handover handover, Instant now) {
    unlessHandedOver(handover, now);
  }

  private static void unlessHandedOver(Handover handover, Instant now) {
    switch (handover.item().status()) {
      case AVAILABLE, EXPIRED, RESERVED, CONFIRMED -> withdraw(handover, now);
      case PICKED_UP, COMPLETED -> throw new Refusal.NotNow("It has changed hands already.");
      case WITHDRAWN -> {}
    }
  }

  /** The giver's account is closed: the item leaves whatever state it is in. */
  static void ofClosedAccount(Handover handover, Instant now) {
    switch (handover.item().status()) {
      case AVAILABLE, EXPIRED, RESERVED, CONFIRMED -> withdraw(handover, now);
      case PICKED_UP -> complete(handover, now);
      case COMPLETED, WITHDRAWN -> {}
    }
    handover.strip(now.plus(TITLE_KEPT));
  }

  private static void complete(Handover handover, Instant now) {
    var holding = handover.item().holding().orElseThrow();
    handover
        .find(holding.reservation())
        .ifPresentOrElse(
            held -> handover.complete(held, holding, now),
            () -> handover.move(Status.COMPLETED, handover.item().turns().with(Optional.empty())));
  }

  private static void withdraw(Handover handover, Instant now) {
    handover
        .auction()
        .filter(each -> each.state() == Auctions.State.ACTIVE)
        .ifPresent(each -> handover.setAuction(each.in(Auctions.State.WITHDRAWN)));
    handover.item().holding().ifPresent(holding -> handover.release(holding, now));
    handover.move(Status.WITHDRAWN, handover.item().turns().with(Optional.empty()));
  }
}
