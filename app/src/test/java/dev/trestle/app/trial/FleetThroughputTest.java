package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.fleet.FleetOptions.Service;
import dev.trestle.app.fleet.FleetProcess;
import dev.trestle.app.fleet.LocalFleet;
import dev.trestle.app.server.UnlimitedServer;
import dev.trestle.messenger.client.ChatCalls;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many messages servers behind nginx store a second, without rate limits, on tables in memory:
 * {@code ./trestle trial speed}. Clients, nginx, Redis and the engine share the machine with the
 * servers, so the processor time of a message says more than how many there were.
 */
@EnabledIfSystemProperty(named = "trestle.speed.seconds", matches = "\\d+")
class FleetThroughputTest {
  private static final int SECONDS = Integer.getInteger("trestle.speed.seconds", 0);
  private static final int CLIENTS = 32;

  @TempDir Path folder;

  private final SmsCodes codes = new SmsCodes();
  private final AtomicLong stored = new AtomicLong();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void messages_are_stored_by(int servers) throws InterruptedException {
    var options =
        FleetOptions.in(folder, codes::received)
            .servers(servers)
            .services(new Service[0])
            .program(UnlimitedServer.class.getName())
            .settings(Map.of("TRESTLE_ONLY", "messenger"));
    try (var fleet = LocalFleet.start(options);
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      var isOver = new AtomicBoolean();
      var clients = new ArrayList<Thread>();
      for (int i = 0; i < CLIENTS; i++) {
        var sender = codes.newUser(http, fleet.plainAddress());
        var receiver = codes.newUser(http, fleet.plainAddress());
        var chat = ChatCalls.openDirect(sender, receiver.userId());
        clients.add(Thread.ofVirtual().unstarted(() -> send(sender, chat, isOver)));
      }
      clients.forEach(Thread::start);
      // The virtual machines of the servers become warm.
      Thread.sleep(Duration.ofSeconds(SECONDS));
      long messages = stored.get();
      var processor = processorTime(fleet);
      long start = System.nanoTime();
      Thread.sleep(Duration.ofSeconds(SECONDS));
      double seconds = (System.nanoTime() - start) / 1e9;
      messages = stored.get() - messages;
      processor = processorTime(fleet).minus(processor);
      isOver.set(true);
      for (var client : clients) client.join();
      assertThat(failures).isEmpty();
      assertThat(processor).isPositive();
      System.out.printf(
          Locale.ROOT,
          "servers=%d messages/s=%.0f processor_us_per_message=%.0f%n",
          servers,
          messages / seconds,
          processor.toNanos() / 1e3 / messages);
    }
  }

  private void send(SignedInClient sender, String chat, AtomicBoolean isOver) {
    try {
      for (int i = 0; !isOver.get(); i++) {
        var message = Map.of("client_message_id", "m" + i, "content", "Hello");
        sender.post("/chats/" + chat + "/messages", message);
        stored.incrementAndGet();
      }
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }

  /** What the servers have used so far, without clients, nginx, Redis and the engine. */
  private static Duration processorTime(LocalFleet fleet) {
    return fleet.servers().stream()
        .map(FleetProcess::processorTime)
        .reduce(Duration.ZERO, Duration::plus);
  }
}
