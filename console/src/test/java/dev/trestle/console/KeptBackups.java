package dev.trestle.console;

import dev.trestle.platform.web.ApiError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Backups that are complete as soon as they are started. */
final class KeptBackups implements ConsoleBackups {
  private final List<Backup> backups = new ArrayList<>();
  private final List<Drill> drills =
      List.of(
          new Drill(OpenConsole.NOON, true, 1.5, 2.5, 60, 3, 1234, 5_000_000, 2, List.of()),
          new Drill(
              OpenConsole.NOON.minusSeconds(86_400),
              false,
              1,
              1,
              60,
              3,
              1234,
              5_000_000,
              2,
              List.of("mail: an item is missing")));

  /** How many backups fit before the disk is full. */
  static final int ROOM = 2;

  @Override
  public synchronized View view() {
    return new View(
        Optional.of("backups"),
        86_400,
        90 * 86_400,
        false,
        Optional.of(OpenConsole.NOON.plusSeconds(86_400)),
        Optional.empty(),
        List.copyOf(backups.reversed()),
        drills);
  }

  @Override
  public synchronized void start() {
    if (backups.size() == ROOM) throw ApiError.conflict("The disk is full.");
    backups.add(new Backup(backups.size() + 1, Instant.now(), 3, 4_000_000));
  }
}
