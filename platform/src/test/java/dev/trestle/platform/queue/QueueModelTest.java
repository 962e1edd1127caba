package dev.trestle.platform.queue;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.platform.lease.LeaseModel;
import org.junit.jupiter.api.Test;

final class QueueModelTest {
  @Test
  void the_queue_holds() {
    ModelCheck.of(QueueModel.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void the_leases_hold() {
    ModelCheck.of(LeaseModel.MODEL).orThrow(Severity.WARNING);
  }
}
