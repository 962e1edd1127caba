package dev.trestle.messenger.trial;

import dev.trestle.messenger.history.Entry;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** What somebody does all day with a device, until told to stop. */
final class Life implements Runnable {
  private static final int ATTEMPTS_MAX = 8;
  private static final int PAUSE_MILLIS_MAX = 40;
  private static final int AWAY_MILLIS_MAX = 250;

  private final Device device;
  private final SplittableRandom random;
  private final String prefix;
  private volatile boolean isOver;
  private int names;

  Life(Device device, String prefix, long seed) {
    this.device = device;
    this.prefix = prefix;
    this.random = new SplittableRandom(seed);
  }

  void end() {
    isOver = true;
  }

  @Override
  public void run() {
    while (!isOver) {
      if (!device.isConnected()) arrive();
      else act();
      pause(PAUSE_MILLIS_MAX);
    }
  }

  /** Comes back and catches up with everything. */
  private void arrive() {
    if (!device.connect()) {
      pause(AWAY_MILLIS_MAX);
      return;
    }
    for (var chat : device.chats()) device.catchUp(chat);
  }

  private void act() {
    var chats = device.chats();
    var chat = chats.get(random.nextInt(chats.size()));
    if (device.replica(chat).hasHole()) device.page(chat);
    switch (random.nextInt(20)) {
      case 0 -> device.readWatermark(chat);
      case 1 -> device.moveWatermark(chat);
      case 2, 3, 4 -> device.confirm(chat);
      case 5 -> device.page(chat);
      case 6 -> edit(chat);
      case 7 -> device.cut();
      case 8 -> {
        if (random.nextInt(4) == 0) device.abandon();
      }
      default -> send(chat, text());
    }
  }

  private Entry text() {
    return new Entry(
        0,
        "",
        "",
        "",
        Entry.TEXT,
        Optional.empty(),
        Optional.empty(),
        "words of " + prefix + names);
  }

  private void edit(String chat) {
    var own =
        device.replica(chat).entries().stream()
            .filter(entry -> entry.kind().equals(Entry.TEXT))
            .filter(entry -> entry.sender().equals(device.person().id()))
            .toList();
    if (own.isEmpty()) return;
    long target = own.get(random.nextInt(own.size())).sequence();
    send(
        chat,
        new Entry(
            0, "", "", "", Entry.EDIT, Optional.empty(), Optional.of(target), "better " + names));
  }

  /** Sends until there is an answer, and sometimes once more when there is. */
  private void send(String chat, Entry what) {
    var name = prefix + "-" + names++;
    int answers = random.nextInt(10) == 0 ? 2 : 1;
    for (int attempt = 0; attempt < ATTEMPTS_MAX && answers > 0; attempt++) {
      boolean isByHttp = random.nextInt(8) == 0;
      boolean isAnswered = isByHttp ? device.post(chat, name, what) : device.send(chat, name, what);
      if (isAnswered) answers--;
      if (answers > 0 && !device.isConnected() && !isOver) {
        pause(AWAY_MILLIS_MAX);
        device.connect();
      }
    }
  }

  private void pause(int millisMax) {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(millisMax) + 1).toNanos());
  }
}
