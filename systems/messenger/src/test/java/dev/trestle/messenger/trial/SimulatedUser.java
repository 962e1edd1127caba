package dev.trestle.messenger.trial;

import dev.trestle.messenger.history.SeenEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Uses a device at random, until told to stop. */
final class SimulatedUser implements Runnable {
  private static final int ATTEMPTS_MAX = 8;
  private static final int AWAY_MILLIS_MAX = 250;

  /** Users react to the latest messages, so that some are changed by several users at once. */
  private static final int LOOKED_BACK = 30;

  /** The empty one takes a reaction back. */
  private static final List<String> REACTIONS = List.of("\ud83d\udc4d", "\u2764", "");

  private final Device device;
  private final SplittableRandom random;
  private final String prefix;
  private final int pauseMillisMax;
  private volatile boolean isOver;
  private int names;

  SimulatedUser(Device device, String prefix, int pauseMillisMax, long seed) {
    this.device = device;
    this.prefix = prefix;
    this.pauseMillisMax = pauseMillisMax;
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
      pause(pauseMillisMax);
    }
  }

  /** Reconnects and catches up with everything. */
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
    switch (random.nextInt(22)) {
      case 0 -> device.readWatermark(chat);
      case 1 -> device.moveWatermark(chat);
      case 2, 3, 4 -> device.confirm(chat);
      case 5 -> device.page(chat);
      case 6, 9 -> change(chat);
      case 7 -> device.cut();
      case 8 -> {
        if (random.nextInt(4) == 0) device.abandon();
      }
      default -> send(chat, text());
    }
  }

  private SeenEntry text() {
    return draft(SeenEntry.TEXT, Optional.empty(), "words of " + prefix + names);
  }

  private static SeenEntry draft(String kind, Optional<Long> target, String content) {
    return new SeenEntry(0, "", "", "", kind, Optional.empty(), target, content);
  }

  /** Edits or deletes a text of one's own, or reacts to one of anybody's. */
  private void change(String chat) {
    boolean isReaction = random.nextBoolean();
    var texts =
        device.replica(chat).recent(LOOKED_BACK).stream()
            .filter(entry -> entry.kind().equals(SeenEntry.TEXT))
            .filter(entry -> isReaction || entry.sender().equals(device.person().id()))
            .toList();
    if (texts.isEmpty()) return;
    var target = Optional.of(texts.get(random.nextInt(texts.size())).sequence());
    if (isReaction) {
      send(
          chat, draft(SeenEntry.REACTION, target, REACTIONS.get(random.nextInt(REACTIONS.size()))));
    } else {
      boolean isDeletion = random.nextInt(3) == 0;
      send(
          chat,
          isDeletion
              ? draft(SeenEntry.DELETE, target, "")
              : draft(SeenEntry.EDIT, target, "better " + names));
    }
  }

  /** Sends until there is a response, and sometimes once more after it. */
  private void send(String chat, SeenEntry what) {
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
