package dev.trestle.app.region;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.accounts.model.Regions;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.message.LogGaps;
import dev.trestle.messenger.message.LogGaps.Gap;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.model.Table;
import dev.trestle.platform.identity.MemorySecrets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Shows that chats go on after their region was lost (docs/decisions/0028). It writes messages in
 * one engine, copies the tables to another one as global tables do, loses the first one while
 * changes are under way, finds and fills the gaps, and reads and writes every chat in the second.
 */
public final class RegionDrill {
  private static final String FIRST_REGION = "eu-north-1";
  private static final int CHATS = 5;
  private static final int MESSAGES = 1_000;

  /** How many changes are under way when the region is lost. */
  private static final int LATE = 150;

  /**
   * The result of a drill.
   *
   * @param acknowledged how many messages were sent
   * @param lost how many of them the second region does not have
   * @param gaps the gaps in the logs of chats
   * @param filled how many numbers were filled
   * @param reused how many numbers of lost messages will be given to new ones
   * @param recoveryMillis how long it took from the loss until every chat was written again
   */
  public record Result(
      int acknowledged,
      int lost,
      List<Gap> gaps,
      long filled,
      int reused,
      long recoveryMillis,
      List<String> problems) {
    public boolean passed() {
      return problems.isEmpty();
    }
  }

  private record DrillChat(ChatId id, List<UserId> members) {}

  private record Sending(ChatId chat, long sequence, String content) {}

  private final RandomGenerator random;
  private final MemorySecrets secrets = new MemorySecrets(new SecureRandom());
  private final List<DrillChat> chats = new ArrayList<>();
  private final List<Sending> sent = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  public RegionDrill(RandomGenerator random) {
    this.random = random;
  }

  public Result run() {
    return run(true);
  }

  /**
   * Runs the drill.
   *
   * @param repairs false to leave the gaps, which must then be noticed
   */
  Result run(boolean repairs) {
    try (var second = engine(Regions.SECOND)) {
      // The replicas.
      RegionServer.open(second, secrets).close();
      loseFirstRegion(second);
      long start = System.nanoTime();
      try (var server = RegionServer.open(second, secrets)) {
        var gaps = new GapSearch(second.client(), "", server.store()).run();
        var fill = new LogGaps(server.store(), server.context().ids(), server.context().clock());
        long filled = repairs ? gaps.stream().mapToLong(fill::fill).sum() : 0;
        int lost = 0;
        int reused = 0;
        for (var chat : chats) {
          var entries = read(server, chat);
          lost += lostIn(chat, entries);
          reused += reusedIn(chat, entries);
          write(server, chat, entries);
        }
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        return new Result(sent.size(), lost, gaps, filled, reused, millis, List.copyOf(problems));
      }
    }
  }

  private static Trestle engine(String region) {
    return Trestle.open(EngineOptions.inMemory().withRegion(region));
  }

  private void loseFirstRegion(Trestle second) {
    var tables = new ArrayList<Table>(AccountsModel.MODEL.tables());
    tables.addAll(MessengerModel.MODEL.tables());
    try (var first = engine(FIRST_REGION);
        var server = RegionServer.open(first, secrets)) {
      var replication = new Replication(first, second.client(), tables);
      replication.start();
      openChats(server);
      for (int i = 0; i < MESSAGES; i++) send(server, "message " + i);
      replication.copyUntilLost(LATE, random);
    }
  }

  private void openChats(RegionServer server) {
    var context = server.context();
    var directChats =
        new DirectChats(
            server.store(),
            server.messenger().logs(),
            server.accounts().profiles(),
            context.ids(),
            context.clock());
    for (int i = 0; i < CHATS; i++) {
      // Sweden reserves these numbers for films and books.
      var one = server.accounts().addUser("+467017406%02d".formatted(10 + 2 * i), "One");
      var other = server.accounts().addUser("+467017406%02d".formatted(11 + 2 * i), "Other");
      var chat = directChats.open(one, other).chat().chatId();
      chats.add(new DrillChat(chat, List.of(one, other)));
    }
  }

  private void send(RegionServer server, String content) {
    var chat = chats.get(random.nextInt(CHATS));
    int sender = random.nextInt(2);
    var done =
        server
            .messenger()
            .logs()
            .send(chat.id, chat.members.get(sender), Draft.text("drill-" + sent.size(), content));
    sent.add(new Sending(chat.id, done.sequence(), content));
    if (random.nextInt(4) > 0) return;
    server.messenger().watermarks().acked(chat.members.get(1 - sender), chat.id, done.sequence());
    server.messenger().watermarks().flush();
  }

  /** Reads a chat from its beginning, as a member does. */
  private List<Message> read(RegionServer server, DrillChat chat) {
    var store = server.store();
    var history = new ChatHistory(store, new ColdEntries(store, server.context()));
    var member = new ChatAccess(store).member(chat.id, chat.members.getFirst());
    var entries = new ArrayList<Message>();
    while (true) {
      var page = history.after(member, entries.size(), 100);
      entries.addAll(page.entries());
      if (!page.more()) break;
      if (page.entries().isEmpty()) {
        problems.add("a chat cannot be read beyond entry " + entries.size());
        break;
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).sequence() != i + 1) problems.add("a chat has no entry " + (i + 1));
    }
    return entries;
  }

  private int lostIn(DrillChat chat, List<Message> entries) {
    int lost = 0;
    for (var each : sent) {
      if (!each.chat.equals(chat.id)) continue;
      boolean isThere =
          each.sequence <= entries.size()
              && entries.get((int) each.sequence - 1).content().equals(each.content);
      if (!isThere) lost++;
    }
    return lost;
  }

  private int reusedIn(DrillChat chat, List<Message> entries) {
    return (int)
        sent.stream()
            .filter(each -> each.chat.equals(chat.id) && each.sequence > entries.size())
            .count();
  }

  private void write(RegionServer server, DrillChat chat, List<Message> before) {
    var draft = Draft.text("after-the-loss", "Is anybody there?");
    var done = server.messenger().logs().send(chat.id, chat.members.getLast(), draft);
    if (done.sequence() != before.size() + 1) {
      problems.add("a new message got number " + done.sequence() + " after " + before.size());
    }
  }
}
