package dev.trestle.platform.feed;

import java.util.List;

/** Handles the changes of a table. Called by one virtual thread per shard of the stream. */
public interface ChangeConsumer {
  /**
   * Handles changes, in order. When this returns they count as done. When it throws, the same
   * changes come again after a pause, before any later change of their shard.
   */
  void changed(List<Change> changes) throws Exception;

  /**
   * Changes were lost, because nobody read them within the day that a stream keeps them. Restore
   * from the table whatever depends on them.
   */
  void gap(String shard) throws Exception;
}
