package dev.trestle.messenger.cold;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.message.ChatHistory.HistoryPage;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.ColdChats;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.blob.FolderBlobs;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A server with a chat, its clock set by hand, and blobs in a folder. */
final class ColdFixture implements AutoCloseable {
  static final Duration YEAR = Duration.ofDays(365);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.inMemory();
  private final Path folder;
  final DomainFixture server;
  final UserId ann;
  final UserId bo;
  final ChatId chat;
  private int sent;

  ColdFixture(Path folder) {
    this.folder = folder;
    clock.set(Instant.parse("2040-01-02T12:00:00Z"));
    var context = TestServer.context(trestle, clock);
    server = new DomainFixture(context.blobs(new FolderBlobs(folder)));
    ann = server.accounts.addUser("+46731000001", "Ann");
    bo = server.accounts.addUser("+46731000002", "Bo");
    chat = server.groups.create(ann, "Choir", List.of(bo)).chatId();
  }

  @Override
  public void close() {
    server.close();
    trestle.close();
  }

  Membership member(UserId user) {
    return server.access.member(chat, user);
  }

  long send(UserId user, String text) {
    return server.logs.send(chat, user, Draft.text("m" + sent++, text)).sequence();
  }

  long amend(UserId user, Kind kind, long target, String content) {
    var draft =
        new Draft(
            "m" + sent++,
            kind,
            content,
            "text/plain",
            Optional.of(target),
            Optional.empty(),
            Optional.empty(),
            List.of());
    return server.logs.send(chat, user, draft).sequence();
  }

  /** Texts "text 2", "text 3" … up to this sequence. */
  void fill(long last) {
    for (long next = server.logs.head(chat).sequence() + 1; next <= last; next++) {
      send(next % 2 == 0 ? ann : bo, "text " + next);
    }
  }

  ColdStorage storage(FailPoints failPoints) {
    return new ColdStorage(server.store, server.cold, clock, YEAR, failPoints);
  }

  /** Makes the chat one of before there was cold storage. */
  void forgetSchedule() {
    var key = Map.of("chat_id", AttributeValue.fromS(chat.value()));
    trestle.client().deleteItem(request -> request.tableName("cold_chats").key(key));
  }

  boolean isScheduled() {
    return !server
        .store
        .run(ColdChats.DUE, new ColdChats.DueBy(clock.instant().plus(YEAR)))
        .items()
        .isEmpty();
  }

  /** Moves what is due. */
  void move(FailPoints failPoints) {
    Await.until(server.logs::isPublished, TIMEOUT);
    var due = server.store.run(ColdChats.DUE, new ColdChats.DueBy(clock.instant())).items();
    for (var each : due) storage(failPoints).due(each);
  }

  void move() {
    move(FailPoints.NONE);
  }

  /** The segments of the chat, oldest first. */
  List<Segment> segments() {
    var all = new ArrayList<Segment>();
    long from = 0;
    while (true) {
      var next = server.store.first(MessageSegments.FROM, new MessageSegments.From(chat, from));
      if (next.isEmpty()) return all;
      all.add(next.get());
      from = next.get().lastSequence() + 1;
    }
  }

  /** The lowest number in the table. */
  long oldestInTable() {
    return server.store.first(Messages.OLDEST, new Messages.OfChat(chat)).orElseThrow().sequence();
  }

  /** All entries that a member reads from the newest down, in ascending order. */
  List<Message> scrolledBack(UserId user, int limit) {
    var member = member(user);
    var all = new ArrayList<Message>();
    HistoryPage page = server.history.recent(member, limit);
    all.addAll(page.entries());
    while (page.more()) {
      page = server.history.before(member, all.getLast().sequence(), limit);
      if (page.entries().isEmpty()) throw new AssertionError("an empty page, but more to come");
      all.addAll(page.entries());
    }
    return all.reversed();
  }

  /** All entries that a member reads from the first on. */
  List<Message> readOn(UserId user, int limit) {
    var member = member(user);
    var all = new ArrayList<Message>();
    HistoryPage page = server.history.after(member, 0, limit);
    all.addAll(page.entries());
    while (page.more()) {
      page = server.history.after(member, all.getLast().sequence(), limit);
      if (page.entries().isEmpty()) throw new AssertionError("an empty page, but more to come");
      all.addAll(page.entries());
    }
    return all;
  }

  /** The blobs in the folder, by their names only: a worker may delete them meanwhile. */
  List<Path> blobs() {
    var blobs = new ArrayList<Path>();
    var collection = folder.resolve("messenger-segments");
    if (!Files.exists(collection)) return blobs;
    try (var parents = Files.newDirectoryStream(collection)) {
      for (var parent : parents) {
        try (var files = Files.newDirectoryStream(parent)) {
          files.forEach(blobs::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return blobs;
  }

  /** Whether a blob has an entry with this content. */
  static boolean contains(Path blob, String content) {
    try {
      return SegmentFile.read(Files.readAllBytes(blob)).stream()
          .anyMatch(entry -> entry.content().equals(content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
