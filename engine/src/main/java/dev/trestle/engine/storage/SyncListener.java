package dev.trestle.engine.storage;

import dev.trestle.engine.FaultPoints;
import java.nio.file.Path;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.FileOperationInfo;

/** Forwards RocksDB's reports of files that it made durable. Used by tests only. */
final class SyncListener extends AbstractEventListener {
  private final FaultPoints faults;

  SyncListener(FaultPoints faults) {
    super(
        EnabledEventCallback.ON_FILE_SYNC_FINISH,
        EnabledEventCallback.SHOULD_BE_NOTIFIED_ON_FILE_IO);
    this.faults = faults;
  }

  @Override
  public boolean shouldBeNotifiedOnFileIO() {
    return true;
  }

  @Override
  public void onFileSyncFinish(FileOperationInfo operation) {
    faults.synced(Path.of(operation.getPath()));
  }
}
