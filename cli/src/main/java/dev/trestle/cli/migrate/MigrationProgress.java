package dev.trestle.cli.migrate;

/** Told how far a migration has come. */
public interface MigrationProgress {
  MigrationProgress NONE =
      new MigrationProgress() {
        @Override
        public void at(StepProgress progress, long itemsTotal) {}

        @Override
        public void waiting(String owner) {}
      };

  /**
   * Called when a step begins, after each page of a pass, and when a step is done.
   *
   * @param itemsTotal about how many items there are; 0 if unknown
   */
  void at(StepProgress progress, long itemsTotal);

  /** Called if another process had the lease and may have died. */
  void waiting(String owner);
}
