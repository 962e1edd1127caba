package dev.trestle.messenger.file;

import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Deletes the bytes of files whose items are gone: they were never sent, their message was deleted,
 * or the account of their owner was closed.
 */
public final class RemovedFiles implements ChangeConsumer {
  private static final System.Logger LOG = System.getLogger(RemovedFiles.class.getName());

  /** The consumer group that follows the table of files. */
  public static final String GROUP = "messenger-files";

  private final ChatFiles files;

  public RemovedFiles(ChatFiles files) {
    this.files = files;
  }

  /** Starts following the table, as one of the group. */
  public ChangeFeed.Subscription follow(ChangeFeed feed) {
    return feed.follow(GROUP, MessageFiles.TABLE, ChangeFeed.Start.HORIZON, this);
  }

  @Override
  public void changed(List<Change> changes) {
    for (var change : changes) {
      if (change.kind() != Change.Kind.REMOVE) continue;
      change.before(MessageFiles.FILE).ifPresent(file -> files.erase(file.fileId()));
    }
  }

  /** The bytes of files that were removed in the gap stay, where nobody can read them. */
  @Override
  public void gap(String shard) {
    LOG.log(Level.WARNING, "the bytes of some removed files were not deleted");
  }
}
