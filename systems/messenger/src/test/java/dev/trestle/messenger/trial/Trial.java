package dev.trestle.messenger.trial;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.SeenEntry;
import dev.trestle.testing.Await;
import dev.trestle.testing.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * One run: users write to each other while the server is killed, frozen and cut off. Then everybody
 * catches up, and the log is read from the tables. The recorder contains what happened.
 */
final class Trial implements AutoCloseable {
  private static final int PEOPLE = 8;

  /** From this group on, users leave and join again. */
  private static final int COMING_AND_GOING = 5;

  /** How many messages are sent between two incidents. */
  private static final int TALK_MIN = 30;

  private static final int TALK_MAX = 90;
  private static final int PAUSE_MILLIS_MAX = 40;
  private static final Duration CALM = Duration.ofMinutes(3);

  private static final Duration LOGGED_IN_MAX = Duration.ofMinutes(40);

  /** A client waits up to ten seconds before it reconnects. Those of a wrong server may never. */
  private static final Duration PATIENCE_WITH_BUG = Duration.ofSeconds(25);

  /**
   * The length of a run.
   *
   * @param incidents the minimum number of incidents
   * @param time the minimum duration
   */
  record Plan(long seed, int incidents, Duration time, double storeFaults, Bug bug) {}

  private final Plan plan;
  private final SplittableRandom random;
  private final Recorder recorder;
  private final Path folder = TemporaryFolder.create();
  private final ServerUnderTest victim;
  private final RestClient rest;
  private final RestClient patient;
  private final List<TrialUser> people = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();
  private final List<Follower> followers = new ArrayList<>();
  private final List<String> chats = new ArrayList<>();
  private final LongAdder acks = new LongAdder();
  private long loggedIn = System.nanoTime();

  Trial(Plan plan, Recorder recorder) {
    this.plan = plan;
    this.random = new SplittableRandom(plan.seed);
    this.recorder = recorder;
    this.victim = new ServerUnderTest(folder, plan, recorder);
    this.rest = new RestClient(victim.address(), RestClient.PATIENCE);
    this.patient = new RestClient(victim.address(), RestClient.MOVING_IN);
  }

  void run() {
    victim.start(0);
    settle();
    var lives = new ArrayList<SimulatedUser>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < devices.size(); i++) {
      var life = new SimulatedUser(devices.get(i), "d" + i, PAUSE_MILLIS_MAX, random.nextLong());
      lives.add(life);
      threads.add(Thread.startVirtualThread(life));
    }
    long end = System.nanoTime() + plan.time.toNanos();
    for (int n = 0; n < plan.incidents || System.nanoTime() < end; n++) {
      letThemTalk();
      renew();
      incident(n);
      victim.mustBeAlive();
    }
    letThemTalk();
    lives.forEach(SimulatedUser::end);
    victim.recover();
    threads.forEach(Trial::join);
    finish();
  }

  /** People move in, and open a direct chat, a group of all, and one with comings and goings. */
  private void settle() {
    for (int i = 0; i < PEOPLE; i++) people.add(patient.logIn(phone(i), "device-" + i));
    open(people.subList(0, 2), "direct");
    open(people, "group");
    open(people, "group");
    for (int i = 0; i < PEOPLE; i++) {
      var own = i < 2 ? chats : chats.subList(1, chats.size());
      devices.add(new Device(people.get(i), "p" + i + ".phone", own, rest, recorder, acks));
    }
    devices.add(new Device(people.get(1), "p1.desk", chats, rest, recorder, acks));
    // One who stays in all groups, and one who leaves and joins again.
    for (int i : new int[] {2, PEOPLE - 1}) {
      followers.add(new Follower(rest, phone(i), "p" + i + ".live", random.nextLong()));
    }
    followers.forEach(Follower::start);
  }

  private static String phone(int person) {
    return "+1650200000" + person;
  }

  private void open(List<TrialUser> members, String type) {
    var owner = members.getFirst();
    var others = members.stream().skip(1).map(TrialUser::id).toList();
    var chat =
        RestClient.must(
                patient.post(
                    "/chats",
                    Map.of("type", type, "name", "trial", "member_ids", others),
                    owner.token()))
            .path("chat_id")
            .asText();
    chats.add(chat);
    Set<String> all = members.stream().map(TrialUser::id).collect(Collectors.toSet());
    recorder.record(at -> new Event.Created(at, chat, all));
  }

  /** A machine may be slow, so the number of messages counts and not the time. */
  private void letThemTalk() {
    long wanted = acks.sum() + random.nextInt(TALK_MIN, TALK_MAX);
    try {
      Await.until(() -> acks.sum() >= wanted, CALM);
    } catch (AssertionError e) {
      throw new AssertionError("nobody gets anything said any more: " + victim.said(), e);
    }
  }

  /** Whoever is there for long logs in again: access tokens are good for an hour. */
  private void renew() {
    if (System.nanoTime() - loggedIn < LOGGED_IN_MAX.toNanos()) return;
    loggedIn = System.nanoTime();
    recorder.record(at -> new Event.Noted(at, "everybody logs in again"));
    // By a server that does not fail: of login codes there are only a few.
    victim.recover();
    for (int i = 0; i < PEOPLE; i++) {
      var person = patient.logIn(phone(i), "device-" + i);
      people.set(i, person);
      devices.stream()
          .filter(device -> device.person().id().equals(person.id()))
          .forEach(device -> device.renew(person));
    }
  }

  private void incident(int number) {
    switch (number % 8) {
      case 0 -> victim.killAndRestart();
      case 1, 4 -> change(SeenEntry.LEFT);
      case 2 -> victim.freeze(Duration.ofMillis(random.nextInt(300, 3500)));
      case 3 -> victim.restartToDie(random);
      case 5 -> storm();
      case 6 -> devices.get(random.nextInt(devices.size())).abandon();
      default -> change(SeenEntry.JOINED);
    }
  }

  /** Everybody's line breaks at once. */
  private void storm() {
    recorder.record(at -> new Event.Noted(at, "all lines are cut"));
    devices.forEach(Device::cut);
    followers.forEach(Follower::cut);
  }

  /** Somebody of the last group goes or comes back. */
  private void change(String kind) {
    var member = people.get(random.nextInt(COMING_AND_GOING, PEOPLE)).id();
    // By another device than those of the owner that live their own lives.
    new Device(people.getFirst(), "p0.admin", List.of(), rest, recorder, acks)
        .change(chats.getLast(), member, kind);
  }

  private void finish() {
    recorder.record(at -> new Event.Noted(at, "everybody catches up"));
    for (var device : devices) {
      for (var chat : device.chats()) {
        Await.until(() -> device.connect() && device.catchUp(chat), CALM);
      }
    }
    for (var follower : followers) awaitEnd(follower);
    victim.stop();
    try (var trestle = Trestle.open(folder.resolve("engine"))) {
      for (var chat : chats) {
        var log = StoredLog.read(trestle.client(), chat);
        recorder.record(at -> new Event.Stored(at, chat, log));
      }
    }
    devices.forEach(Device::recordReplicas);
    followers.forEach(follower -> follower.recordReplicas(recorder));
  }

  /** The reference client catches up by itself; whether with everything, the checker says. */
  private void awaitEnd(Follower follower) {
    var owner = devices.getFirst();
    var patience = plan.bug == Bug.NONE ? CALM : PATIENCE_WITH_BUG;
    for (var chat : chats.subList(1, chats.size())) {
      if (!follower.isMember(chat)) continue;
      try {
        Await.until(() -> follower.last(chat) >= owner.replica(chat).position(), patience);
      } catch (AssertionError _) {
        recorder.record(at -> new Event.Noted(at, follower.user() + " is behind in " + chat));
      }
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
    followers.forEach(Follower::close);
    rest.close();
    patient.close();
    victim.close();
    TemporaryFolder.delete(folder);
  }
}
