package dev.trestle.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A queue that keeps its dead letters in a list. */
final class KeptQueue implements ConsoleQueue {
  final List<DeadLetter> dead = new ArrayList<>();
  final List<String> replayed = new ArrayList<>();

  synchronized void giveUp(String id, String error) {
    var since = Instant.parse("2026-11-16T12:00:00Z");
    dead.add(new DeadLetter(id, "{\"to\":\"ann\"}", 5, error, since));
  }

  @Override
  public String name() {
    return "mail-delivery";
  }

  @Override
  public synchronized State state() {
    return new State(
        7, 2, 1, dead.size(), true, Optional.of(Instant.parse("2026-11-16T12:00:00Z")));
  }

  @Override
  public synchronized List<DeadLetter> deadLetters(int most) {
    return dead.stream().limit(most).toList();
  }

  @Override
  public synchronized boolean replay(String id) {
    replayed.add(id);
    return drop(id);
  }

  @Override
  public synchronized boolean drop(String id) {
    return dead.removeIf(letter -> letter.id().equals(id));
  }
}
