package dev.trestle.app.backup;

import dev.trestle.engine.Engine;
import dev.trestle.engine.VerifyReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A data folder whose engine runs in this process. Backups of it are made one at a time. */
public final class OpenFolder {
  /** What the engine backs up itself, and what is of no use in a copy or can be made again. */
  private static final Set<String> NOT_COPIED =
      Set.of(
          "db",
          "engine.lock",
          "FORMAT",
          "FORMAT.new",
          "backups",
          "exports",
          "requests",
          "blobs/.unfinished");

  private static final int REPORT_MILLIS = 500;

  private final Engine engine;
  private final Path data;
  private final InstantSource clock;

  /** Held while a backup is made or old ones are deleted. */
  private final ReentrantLock changing = new ReentrantLock();

  public OpenFolder(Engine engine, Path data, InstantSource clock) {
    this.engine = engine;
    this.data = data.toAbsolutePath().normalize();
    this.clock = clock;
  }

  /** Whether a folder contains an engine's data. They may be damaged; opening them says so. */
  public static boolean hasData(Path folder) {
    return Files.isDirectory(folder.resolve("db"));
  }

  Path data() {
    return data;
  }

  /** Adds a backup to a folder of backups. Waits for another one that is being made. */
  public FolderBackup backUp(Path folder, BackupProgress progress) {
    var place = folder.toAbsolutePath().normalize();
    var except = new HashSet<Path>();
    for (var name : NOT_COPIED) except.add(data.resolve(name));
    except.add(place);
    if (data.startsWith(place)) {
      throw new BackupException(place + " contains the data. Choose another folder.");
    }
    awaitTurn(progress);
    try (var target = BackupTarget.create(place)) {
      return target.add(engine, data, except, clock, progress);
    } finally {
      changing.unlock();
    }
  }

  /** Deletes the backups in a folder that are older than they are kept. Returns the others. */
  List<FolderBackup> deleteOld(Path folder, Duration kept) {
    awaitTurn(BackupProgress.NONE);
    try (var target = BackupTarget.open(folder)) {
      target.deleteBefore(engine.trustedTime().minus(kept));
      return target.list();
    } finally {
      changing.unlock();
    }
  }

  private void awaitTurn(BackupProgress progress) {
    try {
      while (!changing.tryLock(REPORT_MILLIS, TimeUnit.MILLISECONDS)) {
        progress.at("waiting for another backup", 0, 0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackupException("interrupted", e);
    }
  }

  /** Reads and compares all data. */
  public VerifyReport verify(BackupProgress progress) {
    return engine.verify((done, total) -> progress.at("verifying", done, total));
  }
}
