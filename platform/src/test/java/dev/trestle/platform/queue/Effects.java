package dev.trestle.platform.queue;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** A system whose jobs count: a job that takes effect twice shows. */
final class Effects {
  record Effect(String job, long times) {}

  record OfJob(String job) {}

  record Counting(OfJob effect, QueueModel.Done done) {}

  private static final Table TABLE =
      Table.named("effects").partition(string("job")).ephemeral().build();

  static final Entity<Effect> EFFECT =
      TABLE
          .entity(Effect.class, lookup())
          .partition(Part.text("job", Alphabet.of("!-~"), 128))
          .population(Population.of(1000, 1))
          .example(new Effect("job-1", 1));

  static final Get<OfJob, Effect> READ =
      EFFECT.get("effect.read", "how often", OfJob.class).consistent().load(perSecond(1)).build();

  private static final Update<OfJob, Effect> COUNT =
      EFFECT.upsert("effect.count", "once more", OfJob.class).add(Effect::times).of(1L).build();

  /** The job counts and ends, or neither. */
  static final Transaction<Counting> ONCE =
      Transaction.of("effect.once", "counted with the job's end", Counting.class, lookup())
          .step(COUNT, Counting::effect)
          .step(QueueModel.DONE, Counting::done)
          .load(perSecond(1))
          .build();

  /** Without a fence, as a careless system would write it. */
  static final Update<OfJob, Effect> CARELESS =
      EFFECT.upsert("effect.careless", "once more", OfJob.class).add(Effect::times).of(1L).build();

  static final Model MODEL =
      Model.named("effects")
          .entities(EFFECT, QueueModel.JOB)
          .patterns(READ, ONCE, CARELESS)
          .build();

  private Effects() {}
}
