package dev.trestle.messenger.page;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.Hosts;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Messenger with its page on a port, as {@code serve} has it. */
final class PageServer implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger(1000);

  final Trestle trestle = Trestle.inMemory();
  final Messenger messenger;
  private final SystemContext context = TestServer.context(trestle, InstantSource.system());
  private final Accounts accounts;
  private final SiteServer server;

  PageServer() {
    this(MessengerOptions.standard());
  }

  PageServer(MessengerOptions options) {
    accounts = Accounts.open(context, AccountsOptions.local());
    messenger = Messenger.open(context, accounts, options);
    var shared = Pages.in(PageServer.class.getClassLoader(), "dev/trestle/platform/page");
    var site = new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString());
    accounts.mount(site);
    messenger.mount(site);
    site.at("/shared", shared.router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** Returns an unused phone number. */
  static String number() {
    return "+4670174" + NUMBERS.incrementAndGet();
  }

  URI page() {
    return server.endpoint().resolve("/messenger/");
  }

  /** Sends a text as a user, from a device that the test does not look at. */
  long send(String chat, String user, String text) {
    var draft = Draft.text("c-" + UUID.randomUUID(), text);
    return messenger.logs().send(new ChatId(chat), new UserId(user), draft).sequence();
  }

  /** A user without a page. */
  String user(String name) {
    return accounts.addUser(number(), name).value();
  }

  /** Waits until no page has a socket open. */
  void awaitNobody() {
    Await.until(() -> messenger.connections() == 0, Duration.ofSeconds(60));
  }

  @Override
  public void close() {
    messenger.stop();
    server.close();
    messenger.close();
    accounts.close();
    context.close();
    trestle.close();
  }
}
