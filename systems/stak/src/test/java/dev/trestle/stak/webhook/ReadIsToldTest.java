package dev.trestle.stak.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.stak.Mortal;
import dev.trestle.stak.Mortal.Killed;
import dev.trestle.stak.Stak;
import dev.trestle.stak.delivery.DeliveryWorker;
import dev.trestle.stak.inbox.Act;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.Webhook;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A server dies at any write of a user's reading: what was read is told, and nothing else is. */
final class ReadIsToldTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** More than there are writes before and after which a reading may die. */
  private static final int USERS = 16;

  private final Mortal mortal = new Mortal();
  private final Trestle trestle = Trestle.inMemory();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final HttpServer receiver = receiver();

  /** Works off no queue, so that the only writes are those of who reads. */
  private final Stak dying = stak(mortal.around(created(trestle.client())));

  private HttpServer receiver() {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var server = HttpServer.create(address, 0);
      server.createContext(
          "/",
          exchange -> {
            var body = exchange.getRequestBody().readAllBytes();
            bodies.add(new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      return server;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static DynamoDbClient created(DynamoDbClient client) {
    for (var model : Stak.MODELS) TableCreation.create(model, client, "");
    TableCreation.create(QueueModel.MODEL, client, "");
    TableCreation.create(LeaseModel.MODEL, client, "");
    return client;
  }

  private static Stak stak(DynamoDbClient client) {
    var options = StoreOptions.standard();
    var soon = new Backoff(5, Duration.ofMillis(20), Duration.ofMillis(100));
    return new Stak(
        client,
        options,
        new TableQueue(client, options, QueueOptions.of("test")),
        new MemorySecrets(new SecureRandom()),
        new Stak.Options(DeliveryWorker.Options.STANDARD, new Targets(true), soon));
  }

  @BeforeEach
  void aTenantThatWantsToKnow() {
    receiver.start();
    var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
    var hook = new Webhook(url, Set.of("message.read"));
    var settings =
        new TenantSettings(
            "acme", "Acme", Optional.empty(), Set.of(), Optional.of(hook), 1, Instant.EPOCH, 0);
    dying.directory().write(settings);
  }

  @AfterEach
  void close() {
    dying.close();
    trestle.close();
    receiver.stop(0);
  }

  private UserInbox inbox(String user) {
    return dying.room().inbox(new OfInbox("acme", user, "DEFAULT"));
  }

  private static Draft draft() {
    return new Draft(
        "acme",
        "DEFAULT",
        "boss",
        Optional.empty(),
        Optional.empty(),
        "news",
        Content.text("Title", "Body"),
        Duration.ofDays(1));
  }

  /** Another server, while it does something. */
  private void served(Runnable action) {
    try (var other = stak(trestle.client())) {
      other.start();
      action.run();
    }
  }

  private String sentToAll() {
    var id =
        dying.posts().toUsers(draft(), IntStream.range(0, USERS).mapToObj(i -> "u" + i).toList());
    served(() -> Await.until(() -> isThereFor(id.id()), SOON));
    return id.id();
  }

  private boolean isThereFor(String message) {
    return IntStream.range(0, USERS).allMatch(i -> inbox("u" + i).item(message).isPresent());
  }

  /** Dies before and after each write in turn, of another user each time, until one survives. */
  private List<String> readUntilOneSurvives(Consumer<UserInbox> reading) {
    var users = new ArrayList<String>();
    for (int death = 0; ; death++) {
      var user = "u" + death;
      users.add(user);
      mortal.die(death / 2 + 1, death % 2 == 0);
      try {
        reading.accept(inbox(user));
        return users;
      } catch (Killed killed) {
        // The next one has a server again.
      } finally {
        mortal.live();
      }
    }
  }

  private boolean isTold(String user) {
    return bodies.stream().anyMatch(body -> body.contains("\"" + user + "\""));
  }

  private void whatWasReadIsTold(List<String> users, String message) {
    var readers =
        users.stream()
            .filter(user -> inbox(user).item(message).orElseThrow().readat().isPresent())
            .toList();
    assertThat(users).as("some died before").hasSizeGreaterThan(readers.size());
    assertThat(readers).as("some died after").hasSizeGreaterThan(1);
    served(() -> {
      for (var user : readers) Await.until(() -> isTold(user), SOON);
    });
    assertThat(bodies).hasSameSizeAs(readers);
  }

  @Test
  void what_was_read_is_told() {
    var message = sentToAll();
    var users = readUntilOneSurvives(inbox -> inbox.apply(new Act.Read(), List.of(message)));
    whatWasReadIsTold(users, message);
  }

  @Test
  void that_all_was_read_is_told() {
    var message = sentToAll();
    var users = readUntilOneSurvives(inbox -> inbox.readAll(Instant.now()));
    whatWasReadIsTold(users, message);
  }

  @Test
  void that_a_message_to_everyone_was_read_is_told() {
    for (int i = 0; i < USERS; i++) inbox("u" + i).register();
    var message = dying.posts().toEveryone(draft()).id();
    var users = readUntilOneSurvives(inbox -> inbox.apply(new Act.Read(), List.of(message)));
    whatWasReadIsTold(users, message);
  }
}
