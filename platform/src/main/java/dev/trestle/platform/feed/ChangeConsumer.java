package dev.trestle.platform.feed;

import java.util.List;

/** Who follows a table. Called by as many threads as the stream has shards, on virtual threads. */
public interface ChangeConsumer {
  /**
   * Some changes, in order. When this returns they count as done; when it throws, the same ones
   * come again after a pause, and nothing of their shard before them.
   */
  void changed(List<Change> changes) throws Exception;

  /**
   * Changes were lost: they went out of the stream, which keeps a day, before they were read. What
   * follows from them must be made good from the table itself.
   */
  void gap(String shard) throws Exception;
}
