package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.EcoBidClient.NewOffer;
import dev.trestle.ecobid.client.EcoBidClient.Terms;
import dev.trestle.ecobid.client.EcoBidException;
import dev.trestle.ecobid.client.MarketRecords.Auction;
import dev.trestle.ecobid.client.MarketRecords.Person;
import dev.trestle.ecobid.client.MarketRecords.Reservation;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * Users of EcoBid who bid at once, each bid twice with one key: whoever bids most leads, alone, at
 * the price that the second highest bid requires, and gets the item when the auction has ended.
 */
final class AuctionWork implements TrialWork {
  private static final int AUCTIONS_MAX = 200;

  /** The bids of the users; they are so far apart that the two highest are never too low. */
  private static final long STEP = 3000;

  private static final long INCREMENT = 100;

  /** For servers to record an end that has passed. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final List<SignedInClient> users;
  private final List<EcoBidClient> bidders;
  private final EcoBidClient seller;
  private final AuctionTables tables;
  private final Pace pace;
  private final SplittableRandom random;
  private final List<String> violations = Collections.synchronizedList(new ArrayList<>());

  /** Auctions by number, each with the place of its winner among the bidders. */
  private final List<Held> held = new ArrayList<>();

  private record Held(String auction, String item, int winner, long price) {}

  /**
   * Creates it.
   *
   * @param users who do nothing else in EcoBid
   */
  AuctionWork(
      SignedInClient seller,
      List<SignedInClient> users,
      AuctionTables tables,
      Pace pace,
      SplittableRandom random) {
    this.users = users;
    this.tables = tables;
    this.seller = EcoBidClient.of(seller);
    this.bidders = users.stream().map(EcoBidClient::of).toList();
    this.pace = pace;
    this.random = random;
  }

  @Override
  public void step() throws Exception {
    pace.pause(random, 1000, AUCTIONS_MAX);
    int number = held.size();
    var offer =
        NewOffer.free("Lamp " + number, "furniture", 59.33, 18.06, "Main Street 1", "first")
            .auctioned(new Terms(24, 500, Optional.empty()));
    var item = MarketWork.decided(() -> seller.list(offer, "lamp-" + number));
    var auction = item.auction().orElseThrow().id();
    int accepted = bid(auction, number);
    int winner = number % bidders.size();
    var now = new Held(auction, item.id(), winner, STEP * (bidders.size() - 1) + INCREMENT);
    checkLeader(now);
    int bids = read(seller, auction).bids().size();
    if (bids != accepted) violations.add(auction + " has " + bids + " bids of " + accepted);
    tables.end(auction);
    held.add(now);
    awaitWinner(now);
  }

  /** Returns how many bids were accepted. The user with this number bids most. */
  private int bid(String auction, int number) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < bidders.size(); i++) {
        var bidder = bidders.get((number + i) % bidders.size());
        long maximum = STEP * (bidders.size() - i);
        var key = "bid-" + number + "-" + i;
        calls.add(() -> {
          boolean isAccepted = Repeat.until(() -> isAccepted(bidder, auction, maximum, key));
          boolean again = Repeat.until(() -> isAccepted(bidder, auction, maximum, key));
          if (isAccepted != again) violations.add(auction + " decided a repeated bid anew: " + key);
          return isAccepted;
        });
      }
      int accepted = 0;
      for (var done : threads.invokeAll(calls)) if (done.get()) accepted++;
      return accepted;
    }
  }

  /** A bid that is too low is decided, too. */
  private static boolean isAccepted(EcoBidClient bidder, String auction, long maximum, String key)
      throws IOException {
    try {
      bidder.bid(auction, maximum, key);
      return true;
    } catch (EcoBidException e) {
      if (MarketWork.isUndecided(e)) throw new IOException(e);
      return false;
    }
  }

  private static Auction read(EcoBidClient viewer, String auction) {
    return MarketWork.decided(() -> viewer.auction(auction));
  }

  private void checkLeader(Held auction) {
    for (int i = 0; i < bidders.size(); i++) {
      var seen = read(bidders.get(i), auction.auction);
      if (seen.leading() != (i == auction.winner)) {
        violations.add(auction.auction + " is led by the wrong user, or by several");
      }
      if (seen.price() != auction.price) {
        violations.add(auction.auction + " costs " + seen.price() + ", not " + auction.price);
      }
    }
  }

  /**
   * Winner and seller see it as soon as the auction has ended. A page that is loaded at the very
   * moment at which a server records the end may show it to neither; the next one does.
   */
  private void awaitWinner(Held auction) {
    try {
      Await.slowly(() -> isWon(auction), TIMEOUT);
    } catch (AssertionError late) {
      violations.add(auction.auction + " was not won by whoever bid most");
    }
    for (int i = 0; i < bidders.size(); i++) {
      if (i != auction.winner && price(i, auction).isPresent()) {
        violations.add(auction.auction + " was won by a user who did not bid most");
      }
    }
  }

  private boolean isWon(Held auction) {
    var receiver = MarketWork.decided(() -> seller.item(auction.item)).receiver().map(Person::id);
    return receiver.equals(Optional.of(winner(auction)))
        && price(auction.winner, auction).equals(Optional.of(auction.price));
  }

  /** What a bidder has to pay for the item; empty for those who did not win it. */
  private Optional<Long> price(int bidder, Held auction) {
    return MarketWork.decided(() -> bidders.get(bidder).item(auction.item))
        .reservation()
        .flatMap(Reservation::price);
  }

  private String winner(Held auction) {
    return users.get(auction.winner).userId();
  }

  @Override
  public List<String> violations() {
    for (var auction : held) {
      try {
        Await.slowly(() -> tables.isEnded(auction.auction), TIMEOUT);
      } catch (AssertionError late) {
        violations.add("no server has recorded the end of " + auction.auction);
      }
      awaitWinner(auction);
      var receivers = tables.receivers(auction.item);
      if (!receivers.equals(List.of(winner(auction)))) {
        violations.add(auction.auction + " is recorded as won by " + receivers);
      }
    }
    return violations;
  }

  @Override
  public List<ComparedEvent> events() {
    var events = new ArrayList<ComparedEvent>();
    for (var auction : held) {
      events.add(ComparedEvent.opened(auction.auction));
      events.add(ComparedEvent.ended(auction.auction));
      events.add(ComparedEvent.offered(auction.item, winner(auction)));
    }
    return events;
  }

  @Override
  public String summary() {
    return "auctions=" + held.size();
  }
}
