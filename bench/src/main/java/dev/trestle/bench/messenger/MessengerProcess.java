package dev.trestle.bench.messenger;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Site;
import dev.trestle.store.StoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that is measured: Messenger on a durable engine in a folder. It prints its port,
 * answers "memory" and "usage" on its standard input, and ends when that ends.
 */
final class MessengerProcess {
  private static final int BODY_BYTES_MAX = 64 * 1024;
  private static final int COLLECTIONS = 3;

  private MessengerProcess() {}

  static void main(String[] arguments) throws IOException {
    serve(arguments[0], MessengerOptions.unlimited());
  }

  static void serve(String data, MessengerOptions options) throws IOException {
    var folder = Path.of(data);
    var engine = EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC);
    try (var trestle = Trestle.open(engine)) {
      var secrets = new SecretFolder(folder.resolve("secrets"), new SecureRandom());
      var requests = new AtomicLong();
      var site = new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet());
      var limits = HttpLimits.ofBodyBytes(BODY_BYTES_MAX);
      try (var context =
              SystemContext.open(
                  trestle.client(),
                  trestle.streamsClient(),
                  StoreOptions.standard(),
                  secrets,
                  FeedOptions.woken("bench", trestle.engine()::awaitRecords));
          var accounts =
              Accounts.open(context, AccountsOptions.local().rates(AccountRates.UNLIMITED));
          var messenger = Messenger.open(context, accounts, options)) {
        accounts.mount(site);
        messenger.mount(site);
        messenger.start();
        try (var server = HttpServer.start(site, "127.0.0.1", 0, limits)) {
          System.out.println(server.port());
          answer(messenger);
        }
      }
    }
  }

  private static void answer(Messenger messenger) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case "memory" -> System.out.println(heapBytes());
        case "usage" -> System.out.println(usage(messenger));
        default -> System.out.println("?");
      }
    }
  }

  /** The heap in use after garbage collection. */
  private static long heapBytes() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** The numbers of calls to the store, of retries and of failures. */
  private static String usage(Messenger messenger) {
    long calls = 0;
    long retries = 0;
    long errors = 0;
    for (var usage : messenger.stores().getFirst().usage().values()) {
      calls += usage.calls();
      retries += usage.retries();
      errors += usage.errors();
    }
    return calls + " " + retries + " " + errors;
  }
}
