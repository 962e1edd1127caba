package dev.trestle.messenger.trial;

import dev.trestle.messenger.history.Checker;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.SeenEntry;
import dev.trestle.messenger.history.Violation;
import dev.trestle.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Users who write, edit, delete, react, read, leave and join, on servers that somebody else runs
 * and disturbs. What they do and see is recorded, and checked by Messenger's rules.
 */
public final class HistoryUsers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /**
   * A user who has signed in.
   *
   * @param token makes a new access token
   */
  public record Login(String userId, Supplier<String> token) {
    private TrialUser user() {
      return new TrialUser(userId, token.get());
    }
  }

  private final List<Login> logins;
  private final SplittableRandom random;
  private final Recorder recorder = Recorder.inMemory(Recorder.ownClock("clients"));
  private final LongAdder acks = new LongAdder();
  private final RestClient rest;
  private final List<String> chats = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();
  private final List<SimulatedUser> users = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /** The owner's calls to add and remove members. */
  private final Device owner;

  /**
   * Opens two groups of all these users. From the second, the last user comes and goes.
   *
   * @param pauseMillisMax the longest pause between what a user does and the next
   */
  public HistoryUsers(URI server, List<Login> logins, SplittableRandom random, int pauseMillisMax) {
    this.logins = logins;
    this.random = random;
    this.rest = new RestClient(server, RestClient.PATIENCE);
    var people = logins.stream().map(Login::user).toList();
    try (var patient = new RestClient(server, RestClient.MOVING_IN)) {
      for (int i = 0; i < 2; i++) chats.add(group(patient, people));
    }
    for (int i = 0; i < people.size(); i++) {
      var device = new Device(people.get(i), "p" + i, chats, rest, recorder, acks);
      devices.add(device);
      users.add(new SimulatedUser(device, "p" + i, pauseMillisMax, random.nextLong()));
    }
    owner = new Device(people.getFirst(), "admin", List.of(), rest, recorder, acks);
  }

  private String group(RestClient patient, List<TrialUser> people) {
    var others = people.stream().skip(1).map(TrialUser::id).toList();
    var body = Map.of("type", "group", "name", "trial", "member_ids", others);
    var created = RestClient.must(patient.post("/chats", body, people.getFirst().token()));
    var chat = created.path("chat_id").asText();
    Set<String> all = people.stream().map(TrialUser::id).collect(Collectors.toSet());
    recorder.record(at -> new Event.Created(at, chat, all));
    return chat;
  }

  /** Lets them use their devices until {@link #violations} is called. */
  public void start() {
    for (var user : users) threads.add(Thread.startVirtualThread(user));
  }

  /** The last user leaves the second group or joins it again. */
  public void comeOrGo() {
    change(random.nextBoolean() ? SeenEntry.LEFT : SeenEntry.JOINED);
  }

  private void change(String kind) {
    owner.change(chats.getLast(), logins.getLast().userId(), kind);
  }

  /** Gives the devices new access tokens, which last for an hour. */
  public void renew() {
    owner.renew(logins.getFirst().user());
    for (int i = 0; i < logins.size(); i++) devices.get(i).renew(logins.get(i).user());
  }

  /** How many messages, changes and reactions were acknowledged. */
  public long acknowledged() {
    return acks.sum();
  }

  /** Ends it, lets everybody catch up, and returns every broken rule. */
  public List<String> violations(DynamoDbClient tables) {
    users.forEach(SimulatedUser::end);
    for (var thread : threads) join(thread);
    renew();
    // Whoever is a member at the end must have received everything.
    var last = devices.getLast();
    Await.slowly(
        () -> {
          change(SeenEntry.JOINED);
          return last.connect() && last.page(chats.getLast()).isPresent();
        },
        PATIENCE);
    for (var chat : chats) {
      var log = StoredLog.read(tables, chat);
      for (var device : devices) awaitEnd(device, chat, log.getLast().sequence());
      recorder.record(at -> new Event.Stored(at, chat, log));
    }
    devices.forEach(Device::recordReplicas);
    return Checker.check(recorder.events()).stream().map(Violation::toString).toList();
  }

  private void awaitEnd(Device device, String chat, long last) {
    try {
      Await.slowly(
          () -> device.connect() && device.catchUp(chat) && device.replica(chat).position() >= last,
          PATIENCE);
    } catch (AssertionError late) {
      // The check says what is missing.
      recorder.record(at -> new Event.Noted(at, "a device is behind in " + chat));
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    users.forEach(SimulatedUser::end);
    devices.forEach(Device::cut);
    rest.close();
  }
}
