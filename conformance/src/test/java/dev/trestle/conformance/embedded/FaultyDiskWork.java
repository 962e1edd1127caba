package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.FaultyDisk.Operations;
import dev.trestle.testing.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/**
 * The process whose disk fails. It works on one data folder after the other: creates it, writes,
 * makes backups, restores one. In each folder the disk dies at another step of this work, and in
 * half of them directory entries that were not durable are lost. With the disk healed everything
 * that was acknowledged must be there.
 */
final class FaultyDiskWork {
  private static final int ENTRY_BYTES = 3000;
  private static final int WRITES = 6;
  private static final int AFTERWARDS = 100_000;

  private final FaultyDisk disk;
  private final Path home;
  private final Path data;
  private final Path backups;
  private final Path restored;

  /** The numbers of the pairs that were acknowledged. */
  private final Set<Integer> acknowledged = new HashSet<>();

  /** What was acknowledged when the last completed backup was requested. */
  private Set<Integer> backedUp = Set.of();

  /** Opening the restored folder writes, so a disk that dies before it cannot go unnoticed. */
  private long stepsBeforeOpeningRestored;

  private boolean isRestored;
  private boolean isTableCreated;

  private FaultyDiskWork(FaultyDisk disk, Path home) {
    this.disk = disk;
    this.home = home;
    this.data = home.resolve("data");
    this.backups = home.resolve("backups");
    this.restored = home.resolve("restored");
  }

  /** Takes the library, an empty folder, the first step and the distance to the next. */
  public static void main(String[] arguments) {
    var folder = Path.of(arguments[1]);
    var disk = FaultyDisk.of(Path.of(arguments[0]), folder);
    int stride = Integer.parseInt(arguments[3]);
    var all = new FaultyDiskWork(disk, folder.resolve("all"));
    long steps = all.countSteps();
    System.out.println("steps " + steps);
    int tried = 0;
    int lost = 0;
    for (long step = Integer.parseInt(arguments[2]); step <= steps; step += stride) {
      int error = tried % 2 == 0 ? FaultyDisk.EIO : FaultyDisk.ENOSPC;
      boolean isPowerCut = tried / 2 % 2 == 0;
      tried++;
      try {
        var work = new FaultyDiskWork(disk, folder.resolve("step" + step));
        boolean isNoticed = work.dieAt(step, error);
        if (step <= all.stepsBeforeOpeningRestored) assertThat(isNoticed).as("noticed").isTrue();
        if (isPowerCut) lost += disk.loseEntries();
        disk.heal();
        work.check();
        TemporaryFolder.delete(work.home);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "at step %d with error %d, power cut: %s".formatted(step, error, isPowerCut), e);
      }
    }
    System.out.println("tried " + tried);
    System.out.println("lost entries " + lost);
    System.exit(0);
  }

  private long countSteps() {
    disk.watch(Operations.CHANGES);
    work();
    disk.heal();
    check();
    return disk.operations();
  }

  /** Returns whether the work noticed that the disk died. */
  private boolean dieAt(long step, int error) {
    disk.trackEntries();
    disk.failFrom(step, Operations.CHANGES, error);
    try {
      work();
      return false;
    } catch (StorageException | InternalServerErrorException e) {
      assertThat(e.getMessage()).as("what a caller is told").isNotBlank();
      return true;
    }
  }

  private void work() {
    try (var trestle = Trestle.open(data)) {
      var client = trestle.client();
      try {
        Ledger.create(client);
        isTableCreated = true;
        write(client, 0);
        backUp(trestle);
        write(client, WRITES);
        backUp(trestle);
      } catch (InternalServerErrorException e) {
        checkRefusal(trestle);
        throw e;
      }
    }
    try (var all = EngineBackups.open(backups)) {
      all.restore(all.list().getLast().id(), restored);
      isRestored = true;
    }
    stepsBeforeOpeningRestored = disk.operations();
    try (var trestle = Trestle.open(restored)) {
      assertThat(Ledger.pairs(trestle.client())).hasSameSizeAs(backedUp);
    }
  }

  private void write(DynamoDbClient client, int from) {
    for (int number = from; number < from + WRITES; number++) {
      Ledger.putPair(client, number, ENTRY_BYTES);
      acknowledged.add(number);
    }
  }

  private void backUp(Trestle trestle) {
    var before = Set.copyOf(acknowledged);
    try (var all = EngineBackups.open(backups)) {
      all.create(trestle.engine());
    }
    backedUp = before;
  }

  /** After a failed write, further ones are refused, the health check says so, and reads work. */
  private void checkRefusal(Trestle trestle) {
    assertThatThrownBy(() -> trestle.engine().checkWrites()).isInstanceOf(StorageException.class);
    if (!isTableCreated) return;
    assertThatThrownBy(() -> Ledger.putPair(trestle.client(), AFTERWARDS, 10))
        .isInstanceOf(InternalServerErrorException.class);
    assertThat(Ledger.pairs(trestle.client()).keySet()).containsAll(acknowledged);
  }

  /** Opens what is there after the disk was healed. */
  private void check() {
    try (var trestle = Trestle.open(data)) {
      var client = trestle.client();
      boolean isThere = client.listTables().tableNames().contains(Ledger.TABLE);
      if (isTableCreated) assertThat(isThere).as("the table is there").isTrue();
      if (!isThere) Ledger.create(client);
      var found = Ledger.pairs(client).keySet();
      assertThat(found).containsAll(acknowledged);
      assertThat(found).hasSizeBetween(acknowledged.size(), acknowledged.size() + 1);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
      Ledger.putPair(client, AFTERWARDS, 10);
      checkBackups(trestle);
    }
    if (Files.exists(restored.resolve("db"))) checkRestored();
  }

  /** A restored folder has everything, or it cannot be opened if restoring it failed. */
  private void checkRestored() {
    try (var trestle = Trestle.open(restored)) {
      assertThat(Ledger.pairs(trestle.client()).keySet()).containsAll(backedUp);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    } catch (StorageException e) {
      assertThat(isRestored).as(e.getMessage()).isFalse();
      assertThat(e.getMessage()).contains("restore");
    }
  }

  /** The last completed backup can be restored, and another one can be made. */
  private void checkBackups(Trestle trestle) {
    try (var all = EngineBackups.open(backups)) {
      all.removeUnfinished();
      if (!backedUp.isEmpty()) checkNewest(all, home.resolve("before"), backedUp);
      all.create(trestle.engine());
      checkNewest(all, home.resolve("after"), acknowledged);
    }
  }

  private static void checkNewest(EngineBackups all, Path folder, Set<Integer> expected) {
    all.restore(all.list().getLast().id(), folder);
    try (var copy = Trestle.open(folder)) {
      assertThat(Ledger.pairs(copy.client()).keySet()).containsAll(expected);
    }
  }
}
