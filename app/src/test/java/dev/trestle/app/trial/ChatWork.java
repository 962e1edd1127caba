package dev.trestle.app.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Users of Messenger who write into one group and read it on their sockets. */
final class ChatWork implements TrialWork {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Pattern TEXT = Pattern.compile("trial-\\d+-\\d+");

  /** Three users may send a thousand messages each in an hour. */
  private static final int MESSAGES_MAX = 2700;

  private final List<SignedInClient> users;
  private final String chat;
  private final Pace pace;
  private final SplittableRandom random;
  private final Duration patience;
  private final List<Reader> readers = new ArrayList<>();
  private final Map<String, Long> stored = new ConcurrentHashMap<>();
  private int sent;

  /** One device and what it saw. */
  private static final class Reader implements LiveListener {
    final List<ChatCheck.Seen> seen = Collections.synchronizedList(new ArrayList<>());
    final LiveClient client;

    Reader(SignedInClient user, SplittableRandom random) {
      client = new LiveClient(user, random, this).start();
    }

    @Override
    public void entry(String chatId, long sequence, JsonNode entry) {
      var text = TEXT.matcher(entry.toString());
      seen.add(new ChatCheck.Seen(sequence, text.find() ? text.group() : ""));
    }
  }

  /**
   * Creates the group.
   *
   * @param patience how long readers may take at the end until they have seen everything
   */
  ChatWork(List<SignedInClient> users, Pace pace, SplittableRandom random, Duration patience) {
    this.users = users;
    this.pace = pace;
    this.random = random;
    this.patience = patience;
    var others = users.stream().skip(1).map(SignedInClient::userId).toList();
    this.chat = Repeat.until(() -> ChatCalls.createGroup(users.getFirst(), "Trial", others));
    for (var user : users) readers.add(new Reader(user, random.split()));
  }

  /** The highest number that was acknowledged. */
  private long last() {
    return stored.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  @Override
  public void step() throws Exception {
    int writer = sent % readers.size();
    var text = "trial-" + writer + "-" + sent++;
    var done = readers.get(writer).client.send(chat, text, text);
    stored.put(text, done.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS).sequence());
    pace.pause(random, 150, MESSAGES_MAX);
  }

  @Override
  public List<String> violations() {
    long last = last();
    // A reader of its own, who was away all the time.
    readers.add(new Reader(users.getLast(), random.split()));
    var seen = new LinkedHashMap<String, List<ChatCheck.Seen>>();
    try {
      Await.until(
          () -> readers.stream().allMatch(reader -> reader.client.last(chat) >= last), patience);
    } catch (AssertionError late) {
      // The check says what is missing.
    }
    for (int i = 0; i < readers.size(); i++) {
      seen.put("reader " + i, List.copyOf(readers.get(i).seen));
    }
    return new ChatCheck(stored, seen).violations();
  }

  @Override
  public String summary() {
    return "chat=" + stored.size();
  }

  @Override
  public List<ComparedEvent> events() {
    return stored.values().stream()
        .map(number -> ComparedEvent.entry(chat, "message_sent", number))
        .toList();
  }

  @Override
  public long messages() {
    return stored.size();
  }

  @Override
  public void close() {
    readers.forEach(reader -> reader.client.close());
  }
}
