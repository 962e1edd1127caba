package dev.trestle.app.demo;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.EcoBidClient.NewOffer;
import dev.trestle.ecobid.client.EcoBidClient.Terms;
import dev.trestle.ecobid.client.MarketRecords;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Neighbours who give things away, auction, reserve, bid and pick up, in the streets of the map
 * that EcoBid's page draws. One person, Robin, is for the visitor: the demo gives Robin something
 * to do and never acts as Robin again.
 */
public final class EcoBidDemo implements SystemDemo {
  private static final String NUMBERS = "+467017406";
  private static final int FIRST_NUMBER = 40;
  private static final List<String> NAMES =
      List.of(
          "Ines", "Jonas", "Karin", "Leo", "Mira", "Nils", "Olga", "Pavel", "Rosa", "Sven", "Tuva",
          "Viktor");
  private static final List<String> SHARING = List.of("first", "queue", "draw");
  private static final int FIRST_BIDS = 60;
  private static final int OPEN_MAX = 170;
  private static final int RADIUS = 5;
  private static final long SEED = 21;

  /** Somebody who lives here. */
  private record Neighbour(String id, EcoBidClient client, MarketStreets.Address home) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final MarketStreets streets = MarketStreets.load();
  private final List<Neighbour> neighbours = new ArrayList<>();
  private final AtomicInteger listed = new AtomicInteger();
  private final AtomicInteger completed = new AtomicInteger();

  /** Auctions that the neighbours watch, and what each is worth to them. */
  private final Map<String, Long> auctions = new ConcurrentHashMap<>();

  @Override
  public void announce(PrintWriter out) {
    out.printf("ecobid: continue as %s on its page%n", DemoVisitor.ROBIN.displayName());
  }

  @Override
  public void populate(URI site, Simulation simulation) {
    var random = new Random(SEED);
    for (int i = 0; i < NAMES.size(); i++) {
      neighbours.add(signIn(site, NAMES.get(i), NUMBERS + (FIRST_NUMBER + i), random));
    }
    var goods = new ArrayList<>(MarketGoods.ALL);
    Collections.shuffle(goods, random);
    for (int i = 0; i < goods.size(); i++) {
      list(neighbours.get(i % neighbours.size()), goods.get(i), random);
    }
    for (int i = 0; i < FIRST_BIDS; i++) bid(random);
    var robin = DemoVisitor.ROBIN;
    prepareVisitor(signIn(site, robin.displayName(), robin.phoneNumber(), random), random);
    simulation
        .add(3, this::bid)
        .add(1, this::listSomething)
        .add(2, this::reserve)
        .add(3, this::handOver)
        .add(3, this::look);
  }

  private Neighbour signIn(URI site, String name, String number, RandomGenerator random) {
    var account = SignedInClient.signIn(http, site, number, "demo-" + name, code -> code);
    account.patch("/users/me", Map.of("display_name", name));
    return new Neighbour(account.userId(), EcoBidClient.of(account), streets.any(random));
  }

  /** Two of five things are auctioned; everybody has cellars all over the place. */
  private void list(Neighbour neighbour, MarketGoods.Good good, RandomGenerator random) {
    var at = streets.any(random);
    if (listed.get() % 5 >= 2) {
      list(neighbour, good, at, SHARING.get(listed.get() % SHARING.size()), Optional.empty());
      return;
    }
    long minimum = 500 + 100L * random.nextInt(15);
    var terms = new Terms(random.nextBoolean() ? 24 : 48, minimum, Optional.empty());
    list(neighbour, good, at, "first", Optional.of(terms))
        .auction()
        .ifPresent(
            auction -> auctions.put(auction.id(), minimum + 300 + 100L * random.nextInt(40)));
  }

  private MarketRecords.Item list(
      Neighbour neighbour,
      MarketGoods.Good good,
      MarketStreets.Address at,
      String sharing,
      Optional<Terms> terms) {
    var drawing = ItemDrawing.jpeg(good.shape(), listed.incrementAndGet());
    var photo = neighbour.client.upload(drawing, "image/jpeg");
    var offer =
        new NewOffer(
            good.title(),
            good.description(),
            good.category(),
            at.place().latitude(),
            at.place().longitude(),
            at.text(),
            terms.isPresent() ? "auction" : "free",
            sharing,
            terms,
            List.of(photo.id()));
    return neighbour.client.list(offer, UUID.randomUUID().toString());
  }

  /** So that the visitor finds something to confirm, a draw, and an auction to go on with. */
  private void prepareVisitor(Neighbour visitor, RandomGenerator random) {
    var pot = new MarketGoods.Good("Espresso maker", "home", ItemShape.POT, "For two cups.");
    var own = list(visitor, pot, visitor.home, "first", Optional.empty());
    neighbours.getFirst().client.reserve(own.id());
    around(visitor).stream()
        .filter(found -> found.mode().equals("free"))
        .filter(found -> visitor.client.item(found.id()).sharing().equals("draw"))
        .findFirst()
        .ifPresent(found -> visitor.client.reserve(found.id()));
    var ids = new ArrayList<>(auctions.keySet());
    Collections.sort(ids);
    var auction = visitor.client.auction(ids.get(random.nextInt(ids.size())));
    visitor.client.bid(auction.id(), auction.nextMinimum() + 200, UUID.randomUUID().toString());
    neighbours.stream()
        .filter(neighbour -> !neighbour.client.item(auction.itemId()).mine())
        .findFirst()
        .ifPresent(neighbour -> bid(neighbour, auction, auction.nextMinimum() + 900));
  }

  private static List<MarketRecords.Summary> around(Neighbour neighbour) {
    var place = neighbour.home.place();
    return neighbour.client.newest(place.latitude(), place.longitude(), RADIUS).items();
  }

  private static void bid(Neighbour neighbour, MarketRecords.Auction auction, long maximum) {
    neighbour.client.bid(auction.id(), maximum, UUID.randomUUID().toString());
  }

  private void bid(RandomGenerator random) {
    var ids = new ArrayList<>(auctions.keySet());
    if (ids.isEmpty()) return;
    var neighbour = any(random);
    var auction = neighbour.client.auction(ids.get(random.nextInt(ids.size())));
    long worth = auctions.getOrDefault(auction.id(), 0L);
    if (!auction.state().equals("active")) {
      auctions.remove(auction.id());
    } else if (auction.nextMinimum() <= worth && !neighbour.client.item(auction.itemId()).mine()) {
      long maximum = auction.nextMinimum() + 100L * random.nextInt(4);
      bid(neighbour, auction, Math.min(worth, maximum));
    }
  }

  private void listSomething(RandomGenerator random) {
    if (listed.get() - completed.get() >= OPEN_MAX) return;
    list(any(random), MarketGoods.ALL.get(random.nextInt(MarketGoods.ALL.size())), random);
  }

  private void reserve(RandomGenerator random) {
    var neighbour = any(random);
    var free = around(neighbour).stream().filter(found -> found.mode().equals("free")).toList();
    if (free.isEmpty()) return;
    var item = neighbour.client.item(free.get(random.nextInt(free.size())).id());
    if (!item.mine()) neighbour.client.reserve(item.id());
  }

  /** A giver names a pickup time, or says that something was picked up. */
  private void handOver(RandomGenerator random) {
    var giver = any(random);
    for (var item : giver.client.ownItems()) {
      if (item.reservation().isEmpty()) continue;
      var reservation = item.reservation().get();
      switch (reservation.status()) {
        case "reserved" -> {
          var pickup = Instant.now().plus(Duration.ofHours(1 + random.nextInt(30)));
          giver.client.confirm(reservation.id(), pickup);
          return;
        }
        case "confirmed", "picked_up" -> {
          // Visitors pick up themselves what they get.
          if (reservation.status().equals("confirmed") && !goesToNeighbour(item)) continue;
          giver.client.complete(reservation.id());
          completed.incrementAndGet();
          giver.client.rate(reservation.id(), 3 + random.nextInt(3));
          return;
        }
        default -> {}
      }
    }
  }

  private boolean goesToNeighbour(MarketRecords.Item item) {
    var receiver = item.receiver().map(MarketRecords.Person::id);
    return neighbours.stream().anyMatch(each -> receiver.filter(each.id::equals).isPresent());
  }

  private void look(RandomGenerator random) {
    var found = around(any(random));
    if (found.isEmpty()) return;
    var _ = any(random).client.item(found.get(random.nextInt(found.size())).id());
  }

  private Neighbour any(RandomGenerator random) {
    return neighbours.get(random.nextInt(neighbours.size()));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
