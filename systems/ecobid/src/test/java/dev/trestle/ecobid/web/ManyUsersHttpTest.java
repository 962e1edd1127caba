package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.web.EcoBidServer.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two hundred people at once over HTTP, each of whom sends everything twice. */
class ManyUsersHttpTest {
  private static final int CROWD = 200;

  /** Signing in takes longer than all the rest, so both tests have the same people. */
  private static final EcoBidServer SERVER = new EcoBidServer();

  private static final SignedInClient GIVER = SERVER.person();
  private static final List<SignedInClient> PEOPLE = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void signIn() throws Exception {
    try (var threads = Executors.newFixedThreadPool(8)) {
      var running =
          IntStream.range(0, CROWD)
              .mapToObj(_ -> threads.submit(() -> PEOPLE.add(SERVER.person())))
              .toList();
      for (var each : running) each.get();
    }
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  /** The responses to each person's call and its repetition, which carry the same key. */
  private static List<List<Response>> twiceAtOnce(Random random, List<Callable<Response>> calls)
      throws Exception {
    var order = new ArrayList<Integer>();
    var responses = new ArrayList<List<Response>>();
    for (int i = 0; i < calls.size(); i++) {
      responses.add(new CopyOnWriteArrayList<>());
      order.addAll(List.of(i, i));
    }
    Collections.shuffle(order, random);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running =
          order.stream()
              .map(i -> threads.submit(() -> responses.get(i).add(calls.get(i).call())))
              .toList();
      for (var each : running) each.get();
    }
    return responses;
  }

  @Test
  void one_of_two_hundred_bidders_wins_and_no_bid_is_lost() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var auction = Offers.auctioned(SERVER, GIVER);
    var path = "/auctions/" + auction + "/bids";
    var calls = new ArrayList<Callable<Response>>();
    for (int i = 0; i < CROWD; i++) {
      var who = PEOPLE.get(i);
      var body = Map.of("maximum", 500 + random.nextInt(20_000));
      var key = "bid-" + i;
      calls.add(() -> SERVER.once(who, path, body, key));
    }
    var responses = twiceAtOnce(random, calls);
    var accepted = new ArrayList<String>();
    for (var both : responses) {
      assertThat(both.getFirst().status()).as("seed %d", seed).isIn(201, 409);
      assertThat(both.getFirst().status()).isEqualTo(both.getLast().status());
      if (both.getFirst().status() == 201) {
        assertThat(both.getFirst().text()).as("seed %d", seed).isEqualTo(both.getLast().text());
        accepted.add(both.getFirst().body().path("bid").path("id").asText());
      } else {
        assertThat(both.getFirst().code()).isEqualTo("TOO_LOW");
      }
    }
    var key = new Auctions.OfAuction(new AuctionId(auction));
    var stands = SERVER.store().run(Auctions.FIND, key).orElseThrow();
    var history = SERVER.store().stream(Auctions.HISTORY, key, 1000).toList();
    assertThat(history)
        .as("seed %d", seed)
        .extracting(bid -> bid.bid().value())
        .containsExactlyInAnyOrderElementsOf(accepted);
    var replayed = BiddingState.without(stands, history, Set.of()).bidding();
    assertThat(replayed.price()).as("seed %d", seed).isEqualTo(stands.price());
    assertThat(stands.leaderMaximum())
        .isEqualTo(history.stream().mapToLong(Auctions.Bid::maximum).max().orElseThrow());
    SERVER.clock.advance(Duration.ofMinutes(50).plus(Duration.ofHours(24)));
    var winner = stands.leader().orElseThrow().value();
    for (var who : PEOPLE) {
      boolean isWinner = who.userId().equals(winner);
      if (!isWinner && random.nextInt(10) > 0) continue;
      var won = SERVER.get(who, "/me/reservations").body().path("reservations");
      assertThat(won).as("seed %d", seed).hasSize(isWinner ? 1 : 0);
    }
  }

  @Test
  void of_two_hundred_who_want_an_item_one_has_it() throws Exception {
    var item = Offers.listed(SERVER, GIVER, Offers.free("first"));
    var path = "/items/" + item + "/reserve";
    var calls = new ArrayList<Callable<Response>>();
    for (int i = 0; i < CROWD; i++) {
      var who = PEOPLE.get(i);
      calls.add(() -> SERVER.once(who, path, Map.of(), "reserve"));
    }
    var responses = twiceAtOnce(new Random(1), calls);
    assertThat(responses).filteredOn(both -> both.getFirst().status() == 201).hasSize(1);
    assertThat(responses)
        .allMatch(both -> both.getFirst().code().equals(both.getLast().code()))
        .filteredOn(both -> both.getFirst().code().equals("ITEM_TAKEN"))
        .hasSize(CROWD - 1);
  }
}
