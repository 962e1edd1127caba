package dev.trestle.messenger.file;

import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;

/**
 * Has the bytes of files deleted whose items are gone: they were never sent, their message was
 * deleted, or the account of their owner was closed.
 */
public final class RemovedFiles implements ChangeConsumer {
  private static final System.Logger LOG = System.getLogger(RemovedFiles.class.getName());

  /** The consumer group that follows the table of files. */
  public static final String GROUP = "messenger-files";

  private final BlobDeletions deletions;

  public RemovedFiles(BlobDeletions deletions) {
    this.deletions = deletions;
  }

  /** Starts following the table, as one of the group. */
  public ChangeFeed.Subscription follow(ChangeFeed feed) {
    return feed.follow(GROUP, MessageFiles.TABLE, ChangeFeed.Start.HORIZON, this);
  }

  @Override
  public void changed(List<Change> changes) {
    for (var change : changes) {
      if (change.kind() != Change.Kind.REMOVE) continue;
      change.before(MessageFiles.FILE).ifPresent(file -> erase(file.fileId(), change.at()));
    }
  }

  private void erase(FileId file, Instant at) {
    deletions.delete(file.value(), ChatFiles.keys(file), at);
  }

  /** The bytes of files that were removed in the gap stay, where nobody can read them. */
  @Override
  public void gap(String shard) {
    LOG.log(Level.WARNING, "the bytes of some removed files were not deleted");
  }
}
