package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.BackupInUseException;
import dev.trestle.engine.refusal.Refusal.TableInUseException;
import dev.trestle.engine.refusal.Refusal.TableNotFoundException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is refused while a table is being restored, until its items are all there. */
class UnfinishedRestoreTest {
  private static final RestoreOverrides AS_IT_WAS =
      new RestoreOverrides(null, null, null, null, null, null);

  private final CountDownLatch mayFinish = new CountDownLatch(1);
  private final FaultPoints faults =
      name -> {
        if (name.equals(FaultPoints.RESTORE_FINISH)) awaitUninterruptibly(mayFinish);
      };
  private final Engine engine = Engine.open(EngineOptions.inMemory().withFaults(faults));
  private String backup = "";

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void createBackup() {
    engine.run(TableRequests.people().create());
    engine.run(new UpdateContinuousBackups("people", true, null));
    put(engine, item("pk", "a"));
    backup = engine.run(new CreateBackup("people", "mine")).arn();
    while (!engine.run(new DescribeBackup(backup)).status().equals("AVAILABLE")) {
      LockSupport.parkNanos(100_000);
    }
  }

  @AfterEach
  void close() {
    mayFinish.countDown();
    engine.close();
  }

  private void restore(String target) {
    engine.run(new RestoreTableFromBackup(target, backup, AS_IT_WAS));
  }

  private void assertRefused(
      Operation<?> operation, Class<? extends Refusal> refusal, String text) {
    assertThatThrownBy(() -> engine.run(operation)).isInstanceOf(refusal).hasMessage(text);
  }

  @Test
  void a_table_that_is_being_restored_is_not_found_by_operations_on_backups() {
    restore("copy");
    var text = "Table not found: copy";
    assertRefused(new CreateBackup("copy", "half"), TableNotFoundException.class, text);
    assertRefused(new DescribeContinuousBackups("copy"), TableNotFoundException.class, text);
    assertRefused(
        new UpdateContinuousBackups("copy", true, null), TableNotFoundException.class, text);
    assertThat(engine.run(new ListBackups("copy", null, null, null, null, "ALL")).backups())
        .isEmpty();
  }

  @Test
  void a_backup_is_used_by_one_restore_at_a_time_and_stays_meanwhile() {
    restore("copy");
    assertRefused(
        new RestoreTableFromBackup("other", backup, AS_IT_WAS),
        BackupInUseException.class,
        "Backup is being used to restore another table: " + backup);
    assertRefused(
        new DeleteBackup(backup),
        BackupInUseException.class,
        "Backup is being used to restore table: " + backup);
    mayFinish.countDown();
    while (engine.run(new DescribeTable("copy")).restore().isPresent()) {
      LockSupport.parkNanos(100_000);
    }
    assertThat(engine.run(new DeleteBackup(backup)).status()).isEqualTo("DELETED");
  }

  @Test
  void a_name_that_is_being_restored_is_in_use() {
    restore("copy");
    assertRefused(
        new RestoreTableToPointInTime(null, "people", "copy", true, null, AS_IT_WAS),
        TableInUseException.class,
        "Table: copy is already being restored from backup: " + backup);
  }
}
