package dev.trestle.console;

import dev.trestle.platform.web.ApiError;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The backups of the data folder, and drills, as the console shows them. */
public interface ConsoleBackups {
  /** For a server that makes none. */
  ConsoleBackups NONE =
      new ConsoleBackups() {
        @Override
        public View view() {
          return new View(
              Optional.empty(),
              0,
              0,
              false,
              Optional.empty(),
              Optional.empty(),
              List.of(),
              List.of());
        }

        @Override
        public void start() {
          throw ApiError.conflict("This server makes no backups.");
        }
      };

  View view();

  /** Starts a backup and returns before it is complete. */
  void start();

  /**
   * What the page shows.
   *
   * @param folder where the backups are; empty if none are made
   * @param backups newest first
   * @param problem why the last attempt failed
   */
  record View(
      Optional<String> folder,
      double everySeconds,
      double keptSeconds,
      boolean running,
      Optional<Instant> next,
      Optional<String> problem,
      List<Backup> backups,
      List<Drill> drills) {}

  record Backup(int id, Instant taken, double seconds, long bytes) {}

  /**
   * A drill.
   *
   * @param compared how many tables were restored to a past time in two ways and compared
   */
  record Drill(
      Instant at,
      boolean passed,
      double restoreSeconds,
      double verifySeconds,
      double backupAgeSeconds,
      int tables,
      long items,
      long bytes,
      int compared,
      List<String> problems) {}
}
