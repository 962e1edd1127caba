package dev.trestle.platform.schedule;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import dev.trestle.platform.queue.Job;
import dev.trestle.platform.queue.QueueModel;

/** The table {@code platform_schedule}: when each recurring job is next. */
public final class ScheduleModel {
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z0-9-"), 64);

  /** A recurring job. Times are in milliseconds. */
  public record Recurrence(String name, long nextAt) {}

  public record OfName(String name) {}

  public record Moving(String name, long seen, long next) {}

  public record Enqueueing(Moving moving, Job job) {}

  public static final Table TABLE =
      Table.named("platform_schedule")
          .partition(string("name"))
          .recoverable()
          .backups(BackupPlan.daily(7))
          .protectedFromDeletion()
          .build();

  static final Entity<Recurrence> RECURRENCE =
      TABLE
          .entity(Recurrence.class, lookup())
          .partition(NAME)
          .population(Population.of(20, 1))
          .example(new Recurrence("stak-sweep", 1_763_294_400_000L));

  static final Get<OfName, Recurrence> NEXT =
      RECURRENCE
          .get("schedule.next", "next time of a recurring job", OfName.class)
          .consistent()
          .load(perSecond(1))
          .build();

  static final Put<Recurrence, Recurrence> FIRST =
      RECURRENCE
          .put("schedule.first", "first time of a recurring job")
          .ifAbsent()
          .load(perSecond(0.01))
          .build();

  private static final Update<Moving, Recurrence> MOVE =
      RECURRENCE
          .update("schedule.move", "advance to the next time", Moving.class)
          .set(Recurrence::nextAt)
          .to(param(Moving::next))
          .when(field(Recurrence::nextAt).is(param(Moving::seen)))
          .build();

  static final Transaction<Enqueueing> ENQUEUE =
      Transaction.of("schedule.enqueue", "enqueue a recurring job", Enqueueing.class, lookup())
          .step(MOVE, Enqueueing::moving)
          .step(QueueModel.ENQUEUE, Enqueueing::job)
          .load(perSecond(0.1))
          .build();

  public static final Model MODEL =
      Model.named("schedule")
          .entities(RECURRENCE, QueueModel.JOB)
          .patterns(NEXT, FIRST, ENQUEUE)
          .build();

  private ScheduleModel() {}
}
