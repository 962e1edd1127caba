package dev.trestle.stak.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.stak.KillableClient;
import dev.trestle.stak.KillableClient.Killed;
import dev.trestle.stak.Stak;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.TestContext;
import dev.trestle.stak.delivery.DeliveryOptions;
import dev.trestle.stak.inbox.InboxAction;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.StakModel;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.Webhook;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.WebhookEvents.EventType;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.web.StakLimits;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A server is killed at any write while a user reads. Events are sent exactly for what was read.
 */
final class ReadEventTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** More than twice the number of writes of a reading. */
  private static final int USERS = 16;

  private static final InboxKey INBOX = InboxKey.of("acme", "DEFAULT");

  private final KillableClient killable = new KillableClient();
  private final Trestle trestle = Trestle.inMemory();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final HttpServer receiver = receiver();

  /** Never started, so that only the reader writes. */
  private final Stak dying = stak(killable.around(trestle.client()));

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

  private Stak stak(DynamoDbClient client) {
    var soon = new Backoff(20, Duration.ofMillis(20), Duration.ofMillis(500));
    return Stak.open(
        TestContext.on(trestle, client, StoreOptions.standard()),
        new StakOptions(
            DeliveryOptions.STANDARD,
            new WebhookOptions(new AddressPolicy(true), soon, Duration.ofSeconds(60)),
            StakLimits.STANDARD,
            Optional.empty(),
            Optional.empty()));
  }

  @BeforeEach
  void aTenantThatWantsReadEvents() {
    receiver.start();
    var url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
    var webhook = new Webhook(url, Set.of(EventType.MESSAGE_READ));
    var settings =
        new TenantSettings(
            new TenantId("acme"),
            "Acme",
            Optional.empty(),
            Set.of(),
            Optional.of(webhook),
            1,
            Instant.EPOCH,
            0);
    new SettingsStore(Store.of(StakModel.MODEL, trestle.client())).write(settings);
  }

  @AfterEach
  void close() {
    dying.close();
    trestle.close();
    receiver.stop(0);
  }

  private UserInbox inbox(String user) {
    return dying.inboxes().of(INBOX.user(new UserId(user)));
  }

  private static Draft draft(Audience audience) {
    return new Draft(
        INBOX,
        "boss",
        audience,
        Optional.empty(),
        "news",
        Content.text("Title", "Body"),
        Duration.ofDays(1));
  }

  /** Runs another server meanwhile. */
  private void served(Runnable action) {
    try (var other = stak(trestle.client())) {
      other.start();
      action.run();
    }
  }

  private MessageId deliveredToAll() {
    var users =
        IntStream.range(0, USERS)
            .mapToObj(i -> new UserId("u" + i))
            .collect(Collectors.toUnmodifiableSet());
    var id = dying.posts().post(draft(new Audience.Users(users, Optional.empty()))).id();
    served(() -> Await.until(() -> isDelivered(id), SOON));
    return id;
  }

  private boolean isDelivered(MessageId id) {
    return IntStream.range(0, USERS).allMatch(i -> inbox("u" + i).message(id).isPresent());
  }

  /** Kills the server before and after each write in turn, until a reading survives. */
  private List<String> readUntilOneSurvives(Consumer<UserInbox> reading) {
    var users = new ArrayList<String>();
    for (int death = 0; ; death++) {
      var user = "u" + death;
      users.add(user);
      killable.killAt(death / 2 + 1, death % 2 == 0);
      try {
        reading.accept(inbox(user));
        return users;
      } catch (Killed killed) {
        // The next user has a server again.
      } finally {
        killable.spare();
      }
    }
  }

  private boolean isSent(String user) {
    return bodies.stream().anyMatch(body -> body.contains("\"" + user + "\""));
  }

  private void whatWasReadIsSent(List<String> users, MessageId message) {
    var readers =
        users.stream()
            .filter(user -> inbox(user).message(message).orElseThrow().readAt().isPresent())
            .toList();
    assertThat(users).as("some died before").hasSizeGreaterThan(readers.size());
    assertThat(readers).as("some died after").hasSizeGreaterThan(1);
    served(() -> {
      for (var user : readers) Await.until(() -> isSent(user), SOON);
    });
    assertThat(bodies).hasSameSizeAs(readers);
  }

  @Test
  void what_was_read_is_sent() {
    var message = deliveredToAll();
    var users =
        readUntilOneSurvives(inbox -> inbox.apply(new InboxAction.Read(), List.of(message)));
    whatWasReadIsSent(users, message);
  }

  @Test
  void that_everything_was_read_is_sent() {
    var message = deliveredToAll();
    var users = readUntilOneSurvives(inbox -> inbox.readAll(Instant.now()));
    whatWasReadIsSent(users, message);
  }

  @Test
  void that_a_broadcast_was_read_is_sent() {
    for (int i = 0; i < USERS; i++) inbox("u" + i).register();
    var message = dying.posts().post(draft(new Audience.Everyone(Optional.empty()))).id();
    var users =
        readUntilOneSurvives(inbox -> inbox.apply(new InboxAction.Read(), List.of(message)));
    whatWasReadIsSent(users, message);
  }
}
