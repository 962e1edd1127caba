package dev.trestle.messenger.trial;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.Hosts;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.TestMessengers;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Two servers on the tables of one engine, both with the same fault. */
final class TwoServers implements AutoCloseable {
  /** What a server does wrong on purpose. */
  enum Fault {
    NONE,
    /** It does not look for entries whose signals were lost. */
    NO_CATCH_UP,
    /** It goes by memberships that it read earlier. */
    REMEMBERED_MEMBERSHIPS,
    /** It delivers what signals name, whatever it has delivered before. */
    TRUSTED_SIGNALS
  }

  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());
  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration NEVER = Duration.ofDays(1);

  private final Trestle trestle = Trestle.inMemory();
  private final Deque<AutoCloseable> open = new ArrayDeque<>(List.of(trestle));
  private final List<URI> addresses = new ArrayList<>();

  TwoServers(Fault fault, UnreliableSignals signals) {
    for (var name : List.of("first", "second")) addresses.add(start(name, fault, signals));
  }

  private URI start(String name, Fault fault, UnreliableSignals signals) {
    var context =
        SystemContext.open(
                client(fault),
                trestle.streamsClient(),
                StoreOptions.standard(),
                SECRETS,
                FeedOptions.woken(name, trestle.engine()::awaitRecords))
            .signals(signals);
    open.push(context);
    var accounts = Accounts.open(context, TestServer.unlimited());
    open.push(accounts);
    var messenger = messenger(fault, context, accounts);
    open.push(messenger);
    var requests = new AtomicLong();
    var site = new Site(new Hosts.Loopback(), () -> name + requests.incrementAndGet());
    accounts.mount(site);
    messenger.mount(site);
    var server = SiteServer.start(site, "127.0.0.1", 0);
    open.push(server);
    messenger.start();
    return server.endpoint();
  }

  private DynamoDbClient client(Fault fault) {
    return fault == Fault.REMEMBERED_MEMBERSHIPS
        ? RememberedMemberships.around(trestle.client())
        : trestle.client();
  }

  private static Messenger messenger(Fault fault, SystemContext context, Accounts accounts) {
    var options =
        MessengerOptions.unlimited().comparingHeads(fault == Fault.NO_CATCH_UP ? NEVER : SOON);
    return fault == Fault.TRUSTED_SIGNALS
        ? TestMessengers.trusting(context, accounts, options)
        : Messenger.open(context, accounts, options);
  }

  List<URI> addresses() {
    return addresses;
  }

  DynamoDbClient client() {
    return trestle.client();
  }

  @Override
  public void close() {
    for (var part : open) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException("a server did not stop", e);
      }
    }
  }
}
