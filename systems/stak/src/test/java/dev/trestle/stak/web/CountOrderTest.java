package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Stak;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.TestContext;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Several reads of one user's counts at a time. */
final class CountOrderTest {
  private static final Duration CHANCE = Duration.ofMillis(500);

  private final StakServer server = new StakServer();

  /** The next thread that has read counts waits before it goes on. */
  private final AtomicBoolean isHolding = new AtomicBoolean();

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<String> lines = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    go.countDown();
    server.close();
  }

  /** Counts are read before what expires is looked for. */
  private DynamoDbClient holding(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              if (method.getName().equals("query") && isHolding.compareAndSet(true, false)) {
                held.countDown();
                go.await();
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void follow(URI address) {
    var request = HttpRequest.newBuilder(address).build();
    Thread.startVirtualThread(() -> {
      try {
        server.http.send(request, BodyHandlers.ofLines()).body().forEach(lines::add);
      } catch (IOException | UncheckedIOException closed) {
        // The test is over.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }

  private boolean hasCount(int total) {
    return lines.stream().anyMatch(line -> line.contains("\"total\":" + total));
  }

  /** Once a slow read sent its counts after those of a quicker one that had begun later. */
  @Test
  void counts_that_were_read_earlier_do_not_come_later() throws Exception {
    var acme = server.tenant("order");
    var key = UserInboxKey.of(acme.tenant(), "ann", "DEFAULT");
    var client = holding(server.trestle.client());
    var context = TestContext.on(server.trestle, client, server.options);
    try (context;
        var stak = Stak.open(context, StakOptions.STANDARD);
        var streams = new InboxStreams(stak.inboxes(), InstantSource.system())) {
      var router = new Router().get("/events", _ -> streams.open(key, () -> true));
      var site = new Site(new Hosts.Loopback(), () -> "r").at("/far", router, ErrorShape.PLAIN);
      try (var far = SiteServer.start(site, "127.0.0.1", 0)) {
        follow(far.endpoint().resolve("/far/events"));
        Await.until(() -> hasCount(0), StakServer.SOON);
        isHolding.set(true);
        streams.happened(new InboxEvent.InboxChanged(key, List.of()));
        held.await();
        server.awaitDelivery(acme, server.post(acme, toUsers("news", "Late", "ann")));
        streams.happened(new InboxEvent.InboxChanged(key, List.of()));
        giveTheLaterOneAChance();
        go.countDown();
        Await.until(() -> counts().size() == 3, StakServer.SOON);
      }
    }
    assertThat(counts().getLast()).contains("\"total\":1");
  }

  private List<String> counts() {
    return lines.stream().filter(line -> line.contains("\"total\":")).toList();
  }

  private void giveTheLaterOneAChance() {
    try {
      Await.until(() -> hasCount(1), CHANCE);
    } catch (AssertionError waits) {
      // As it should, for the one before.
    }
  }
}
