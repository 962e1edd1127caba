package dev.trestle.app.demo;

import dev.trestle.stak.Stak;
import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.AdminClient.Content;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.tenant.NewTenant;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A shop that writes to its customers' inboxes, and the customers who read some of it. */
public final class StakDemo implements SystemDemo {
  private static final String TENANT = "acme";
  private static final String INBOX = "DEFAULT";
  private static final int PAGE = 10;

  private record Letter(String category, String title, String body) {}

  private static final List<Letter> LETTERS =
      List.of(
          new Letter("orders", "Your order is packed", "It ships this afternoon."),
          new Letter("orders", "Out for delivery", "Expect it between three and five."),
          new Letter("orders", "Delivered", "It is at your door. Thank you!"),
          new Letter("billing", "Your receipt", "Paid by card. There is nothing left to do."),
          new Letter("billing", "Card expires soon", "Please update it before your next order."),
          new Letter("social", "Greta likes your review", "“Exactly my size” helped her choose."),
          new Letter("social", "A question about your jacket", "Hugo asks whether it is warm."));

  private static final List<Letter> NEWS =
      List.of(
          new Letter("news", "Free repairs in May", "Bring us what is torn, we will mend it."),
          new Letter("news", "Open on Sunday", "From ten to four, with coffee."));

  private static final Letter TIP =
      new Letter("tips", "How to mend a zip", "A pencil along the teeth is often enough.");

  private final NewTenant tenant;
  private final List<UserClient> customers = new ArrayList<>();
  private final List<String> uids =
      IntStream.rangeClosed(1, 40).mapToObj("customer-%02d"::formatted).toList();
  private Optional<StakClient> client = Optional.empty();

  /** Creates the shop's tenant. */
  public StakDemo(Stak stak) {
    tenant = stak.tenants().create(new TenantId(TENANT));
  }

  @Override
  public void announce(PrintWriter out) {
    out.printf("stak: tenant %s, inbox %s%n", TENANT, INBOX);
    out.println("stak admin key: " + tenant.adminKey());
    out.println("stak user key: " + tenant.userKey());
  }

  /** What Stak's sign-in page offers. */
  private record Offer(Admin admin, List<String> users) {
    record Admin(String tenant, String inbox, String key, String admin) {}
  }

  @Override
  public Map<String, Object> offer() {
    var admin =
        new Offer.Admin(
            TENANT,
            INBOX,
            tenant.adminKey(),
            DemoVisitor.ROBIN.displayName().toLowerCase(Locale.ROOT));
    return Map.of("stak", new Offer(admin, uids));
  }

  @Override
  public void populate(URI site, Simulation simulation) {
    var stak = new StakClient(site);
    client = Optional.of(stak);
    var shop = stak.admin(TENANT, INBOX, tenant.adminKey(), "demo");
    for (var uid : uids) customers.add(stak.user(TENANT, INBOX, tenant.userKey(), uid));
    shop.register(uids);
    for (int i = 0; i < LETTERS.size(); i++) {
      shop.post(LETTERS.get(i).category, uids, content(LETTERS.get(i)), "demo-letter-" + i);
    }
    for (int i = 0; i < NEWS.size(); i++) {
      shop.postToEveryone(NEWS.get(i).category, content(NEWS.get(i)), "demo-news-" + i);
    }
    shop.topic("repairs", "Repair tips", true);
    shop.topic("new-arrivals", "New arrivals", true);
    shop.subscribe("repairs", uids.subList(0, uids.size() / 2));
    shop.postToTopic("tips", "repairs", content(TIP), "demo-tip");
    simulation
        .add(4, chance -> write(shop, chance))
        .add(4, this::look)
        .add(2, this::read)
        .add(1, this::readAll);
  }

  private static Content content(Letter letter) {
    return new Content(letter.title, letter.body, Optional.empty());
  }

  private void write(AdminClient shop, RandomGenerator chance) {
    var letter = any(LETTERS, chance);
    var first = chance.nextInt(uids.size() - 3);
    var some = uids.subList(first, first + 1 + chance.nextInt(3));
    shop.post(letter.category, some, content(letter), idempotencyKey(chance));
  }

  private void look(RandomGenerator chance) {
    var customer = any(customers, chance);
    customer.unread();
    customer.last(PAGE);
  }

  private void read(RandomGenerator chance) {
    var customer = any(customers, chance);
    var unread = customer.last(PAGE).messages().stream().filter(m -> !m.read()).toList();
    if (!unread.isEmpty()) customer.read(List.of(any(unread, chance).id()));
  }

  private void readAll(RandomGenerator chance) {
    // Not the first, so that a visitor who opens their inbox finds unread messages.
    var customer = customers.get(1 + chance.nextInt(customers.size() - 1));
    customer.readAll(Instant.now());
  }

  private static String idempotencyKey(RandomGenerator chance) {
    var bytes = new byte[12];
    chance.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static <T> T any(List<T> list, RandomGenerator chance) {
    return list.get(chance.nextInt(list.size()));
  }

  @Override
  public void close() {
    client.ifPresent(StakClient::close);
  }
}
