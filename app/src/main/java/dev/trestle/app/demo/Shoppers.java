package dev.trestle.app.demo;

import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.AdminClient.Content;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A shop that writes to its customers' inboxes, and the customers who read some of it. */
public final class Shoppers implements AutoCloseable {
  /** The shop and its inbox. */
  public static final String TENANT = "acme";

  public static final String INBOX = "DEFAULT";

  private static final int PAGE = 10;

  private record Letter(String category, String title, String body) {}

  private static final List<Letter> LETTERS =
      List.of(
          new Letter("orders", "Your order is packed", "It leaves the house this afternoon."),
          new Letter("orders", "Out for delivery", "Between three and five, says the driver."),
          new Letter("orders", "Delivered", "It is at your door. Thank you!"),
          new Letter("billing", "Your receipt", "Paid by card, nothing left to do."),
          new Letter("billing", "Card expires soon", "Please renew it before your next order."),
          new Letter("social", "Greta likes your review", "“Exactly my size” helped her choose."),
          new Letter("social", "A question about your jacket", "Hugo asks whether it is warm."));

  private static final List<Letter> NEWS =
      List.of(
          new Letter("news", "Repairs for free in May", "Bring what is torn, leave it whole."),
          new Letter("news", "Open on Sunday", "From ten to four, with coffee."));

  private final StakClient client;
  private final AdminClient shop;
  private final List<UserClient> customers = new ArrayList<>();
  private final List<String> uids =
      IntStream.rangeClosed(1, 40).mapToObj("customer-%02d"::formatted).toList();

  private Shoppers(URI site, String adminKey, String userKey) {
    client = new StakClient(site);
    shop = client.admin(TENANT, INBOX, adminKey, "demo");
    for (var uid : uids) customers.add(client.user(TENANT, INBOX, userKey, uid));
  }

  /** Has the shop write its first letters. */
  public static Shoppers open(URI site, String adminKey, String userKey) {
    var shoppers = new Shoppers(site, adminKey, userKey);
    shoppers.shop.register(shoppers.uids);
    for (int i = 0; i < LETTERS.size(); i++) {
      shoppers.shop.post(
          LETTERS.get(i).category, shoppers.uids, content(LETTERS.get(i)), "demo-letter-" + i);
    }
    for (int i = 0; i < NEWS.size(); i++) {
      shoppers.shop.postToEveryone(NEWS.get(i).category, content(NEWS.get(i)), "demo-news-" + i);
    }
    return shoppers;
  }

  private static Content content(Letter letter) {
    return new Content(letter.title, letter.body, Optional.empty());
  }

  /** Adds what they go on doing. */
  public void join(Crowd crowd) {
    crowd.does(4, this::write).does(4, this::look).does(2, this::read).does(1, this::readAll);
  }

  private void write(RandomGenerator chance) {
    var letter = one(LETTERS, chance);
    var first = chance.nextInt(uids.size() - 3);
    var some = uids.subList(first, first + 1 + chance.nextInt(3));
    shop.post(letter.category, some, content(letter), fresh(chance));
  }

  private void look(RandomGenerator chance) {
    var customer = one(customers, chance);
    customer.unread();
    customer.last(PAGE);
  }

  private void read(RandomGenerator chance) {
    var customer = one(customers, chance);
    var unread = customer.last(PAGE).messages().stream().filter(m -> !m.read()).toList();
    if (!unread.isEmpty()) customer.read(List.of(one(unread, chance).id()));
  }

  private void readAll(RandomGenerator chance) {
    // The first is left to the person at the screen, who wants to see what is unread.
    var customer = customers.get(1 + chance.nextInt(customers.size() - 1));
    customer.readAll(Instant.now());
  }

  private static String fresh(RandomGenerator chance) {
    var bytes = new byte[12];
    chance.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static <T> T one(List<T> list, RandomGenerator chance) {
    return list.get(chance.nextInt(list.size()));
  }

  @Override
  public void close() {
    client.close();
  }
}
