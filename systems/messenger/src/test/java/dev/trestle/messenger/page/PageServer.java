package dev.trestle.messenger.page;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.Hosts;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.net.URI;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Messenger with its page on a port, as {@code serve} has it. */
final class PageServer implements AutoCloseable {
  /** Keys are dear to make; which they are does not matter. */
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());

  private static final AtomicInteger NUMBERS = new AtomicInteger(1000);

  final Trestle trestle = Trestle.inMemory();
  final Messenger messenger;
  private final SiteServer server;

  PageServer() {
    for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    messenger =
        Messenger.of(trestle.client(), MessengerOptions.local(StoreOptions.standard(), SECRETS));
    var shared = Pages.in(PageServer.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString())
            .at("/api/v1", messenger.rest(), ErrorShape.PLAIN)
            .at("/v1", messenger.sockets(), ErrorShape.PLAIN)
            .at("/messenger", Messenger.page(), ErrorShape.PLAIN)
            .at("/shared", shared.router(), ErrorShape.PLAIN)
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** A phone number that nobody had. */
  static String number() {
    return "+4670174" + NUMBERS.incrementAndGet();
  }

  URI page() {
    return server.endpoint().resolve("/messenger/");
  }

  /** Somebody says something from a device that is not looked at here. */
  long say(String chat, String user, String text) {
    var draft = Draft.text("c-" + UUID.randomUUID(), text);
    return messenger.parts().log().send(new ChatId(chat), new UserId(user), draft).sequence();
  }

  @Override
  public void close() {
    messenger.shutDown();
    server.close();
    messenger.close();
    trestle.close();
  }
}
