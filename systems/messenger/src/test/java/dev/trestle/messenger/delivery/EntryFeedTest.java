package dev.trestle.messenger.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.messenger.web.Frames;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries of which a server hears while it may be storing them itself. */
class EntryFeedTest {
  private static final String TOPIC = "messenger.entries";
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Trestle trestle = Trestle.inMemory();
  private final DomainFixture domain =
      new DomainFixture(TestServer.context(trestle, InstantSource.system()));
  private final MemorySignals signals = new MemorySignals();
  private final UserId ann = domain.accounts.addUser("+46731000001", "Ann");
  private final ChatId busy = domain.groups.create(ann, "Busy", List.of()).chatId();
  private final ChatId quiet = domain.groups.create(ann, "Quiet", List.of()).chatId();
  private final List<String> delivered = new CopyOnWriteArrayList<>();
  private final Hub hub =
      new Hub(
          domain.store,
          new Frames(InstantSource.system()),
          SocketLimits.STANDARD,
          domain.accounts.revocations(),
          Optional.empty());

  @AfterEach
  void close() {
    signals.close();
    domain.close();
    trestle.close();
  }

  /** Logs that are always at work on one chat. */
  private ChatLogs atWork() {
    return new ChatLogs(
        domain.store,
        domain.cold,
        domain.access,
        domain.context.ids(),
        InstantSource.system(),
        domain.context.random(),
        _ -> {}) {
      @Override
      public boolean heardOf(ChatId chat, long sequence) {
        return chat.equals(busy);
      }
    };
  }

  private EntryFeed feed(Duration storing) {
    hub.connect(new Connection());
    return new EntryFeed(
        signals, domain.store, atWork(), hub, InstantSource.system(), Optional.empty(), storing);
  }

  /** A feed that asks for what it misses, on tables that may be out of reach. */
  private EntryFeed feed(UnreachableTables tables) {
    var store = Store.of(MessengerModel.MODEL, tables.client());
    var cutOff =
        new Hub(
            store,
            new Frames(InstantSource.system()),
            SocketLimits.STANDARD,
            domain.accounts.revocations(),
            Optional.empty());
    cutOff.connect(new Connection());
    return new EntryFeed(
        signals,
        store,
        atWork(),
        cutOff,
        InstantSource.system(),
        Optional.of(Duration.ofHours(1)),
        Duration.ZERO);
  }

  /** A chat that Ann does not know yet. */
  private ChatId newChat() {
    var bo = domain.accounts.addUser("+46731000002", "Bo");
    return domain.groups.create(bo, "New", List.of(ann)).chatId();
  }

  private final class Connection implements ClientConnection {
    @Override
    public UserId user() {
      return ann;
    }

    @Override
    public SessionId session() {
      return new SessionId("sess_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
    }

    @Override
    public Map<ChatId, Long> synced() {
      return Map.of();
    }

    @Override
    public boolean send(byte[] frame) {
      delivered.add(new String(frame, StandardCharsets.UTF_8));
      return true;
    }

    @Override
    public void close(CloseReason reason) {}
  }

  private void store(ChatId chat, String text) {
    long sequence =
        domain.logs.send(chat, ann, Draft.text(text.replace(" ", "-"), text)).sequence();
    var entries = List.of(new NewEntries(chat, sequence, sequence));
    signals.publish(TOPIC, NewEntries.write(entries));
  }

  private boolean isDelivered(String text) {
    return delivered.stream().anyMatch(frame -> frame.contains(text));
  }

  @Test
  void an_entry_that_is_being_stored_here_is_left_to_the_thread_that_stores_it() {
    try (var feed = feed(Duration.ofHours(1))) {
      assertThat(feed).isNotNull();
      store(busy, "Stored here");
      store(quiet, "Stored elsewhere");
      Await.until(() -> isDelivered("Stored elsewhere"), LONG);
      assertThat(isDelivered("Stored here")).isFalse();

      hub.appended(domain.store.run(Messages.AFTER, new Messages.At(busy, 1)).items());
      assertThat(isDelivered("Stored here")).isTrue();
      assertThat(delivered).hasSize(2);
    }
  }

  /** Once the signal was lost then, and nothing else told of a chat that the user did not know. */
  @Test
  void a_new_chat_is_heard_of_though_the_tables_were_unreachable_when_its_signal_came() {
    var unreachable = new UnreachableTables(trestle.client());
    try (var feed = feed(unreachable)) {
      assertThat(feed).isNotNull();
      unreachable.begin();
      var chat = newChat();
      signals.publish(TOPIC, NewEntries.write(List.of(new NewEntries(chat, 1, 1))));
      // The signal fails, and the pass that was to make up for it.
      Await.until(() -> unreachable.refused() >= 2, LONG);
      unreachable.end();
      Await.until(() -> isDelivered(chat.value()), LONG);
    }
  }

  @Test
  void a_new_chat_is_heard_of_though_the_pass_that_was_to_find_it_ended_with_an_error() {
    var tables = new UnreachableTables(trestle.client());
    try (var feed = feed(tables)) {
      assertThat(feed).isNotNull();
      var chat = newChat();
      tables.failNext(1);
      signals.missed();
      Await.until(() -> tables.errorsLeft() == 0, LONG);
      Await.until(() -> isDelivered(chat.value()), LONG);
    }
  }

  @Test
  void an_entry_that_nobody_delivers_is_read() {
    try (var feed = feed(Duration.ofMillis(1))) {
      assertThat(feed).isNotNull();
      store(busy, "Not delivered");
      Await.until(() -> isDelivered("Not delivered"), LONG);
      assertThat(delivered).hasSize(1);
    }
  }
}
