package dev.trestle.app.backup;

/** Told how far a backup, a restore or a verification has come. */
@FunctionalInterface
public interface BackupProgress {
  BackupProgress NONE = (step, done, total) -> {};

  /**
   * Called now and then, from any thread.
   *
   * @param step what is being done, such as "copying tables"
   * @param total about how much there is to do; 0 if unknown
   */
  void at(String step, long done, long total);
}
