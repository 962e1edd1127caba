package dev.trestle.app.command;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.model.AcceptedFinding;
import dev.trestle.model.Table;
import dev.trestle.platform.heartbeat.HeartbeatModel;
import dev.trestle.platform.idempotency.IdempotencyModel;
import dev.trestle.platform.identity.SecretsModel;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.schedule.ScheduleModel;
import java.util.LinkedHashSet;
import java.util.List;

/** The tables of the platform as one design: those that every server needs, whatever it serves. */
final class PlatformDesign {
  private PlatformDesign() {}

  static Design read() {
    var tables = new LinkedHashSet<Table>();
    var entities = new LinkedHashSet<EntityDesign>();
    var patterns = new LinkedHashSet<PatternDesign>();
    var accepted = new LinkedHashSet<AcceptedFinding>();
    for (var model :
        List.of(
            IdempotencyModel.MODEL,
            QueueModel.MODEL,
            LeaseModel.MODEL,
            ScheduleModel.MODEL,
            HeartbeatModel.MODEL,
            SecretsModel.MODEL)) {
      var design = Design.of(model);
      tables.addAll(design.tables());
      entities.addAll(design.entities());
      patterns.addAll(design.patterns());
      accepted.addAll(design.accepted());
    }
    return new Design(
        "platform",
        List.copyOf(tables),
        List.copyOf(entities),
        List.of(),
        List.copyOf(patterns),
        List.copyOf(accepted));
  }
}
