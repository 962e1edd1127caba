package dev.trestle.platform.crash;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.platform.queue.Job;
import dev.trestle.platform.queue.QueueModel;

/**
 * A system that reveals lost and repeated work: each entry's new version is written together with a
 * job, whose effect is counted together with its completion. A follower keeps the last version it
 * received.
 */
final class Ledger {
  /** An entry; others follow its versions. */
  record Entry(String name, long version) {}

  /** How often a job took effect. */
  record Effect(String name, long times) {}

  /** The last version that the follower received. */
  record Told(String name, long version) {}

  record Named(String name) {}

  record Posting(Entry entry, Job job) {}

  record Counting(Named effect, QueueModel.Done done) {}

  private static final Part<String> NAME = Part.text("name", Alphabet.of("!-~"), 128);

  static final Table ENTRIES =
      Table.named("entries").partition(string("pk")).ephemeral().stream(
              StreamView.NEW_AND_OLD_IMAGES)
          .build();

  private static final Table RESULTS =
      Table.named("results").partition(string("pk")).ephemeral().build();

  static final Entity<Entry> ENTRY =
      ENTRIES
          .entity(Entry.class, lookup())
          .partition(KeyTemplate.of("e#<name>", NAME))
          .population(Population.of(10, 1))
          .example(new Entry("a", 1));

  static final Entity<Effect> EFFECT =
      RESULTS
          .entity(Effect.class, lookup())
          .partition(KeyTemplate.of("j#<name>", NAME))
          .population(Population.of(1000, 1))
          .example(new Effect("a", 1));

  static final Entity<Told> TOLD =
      RESULTS
          .entity(Told.class, lookup())
          .partition(KeyTemplate.of("t#<name>", NAME))
          .population(Population.of(10, 1))
          .example(new Told("a", 1));

  static final Get<Named, Entry> READ_ENTRY =
      ENTRY.get("X1", "an entry", Named.class).consistent().load(perSecond(1)).build();
  static final Get<Named, Effect> READ_EFFECT =
      EFFECT.get("X2", "how often", Named.class).consistent().load(perSecond(1)).build();
  static final Get<Named, Told> READ_TOLD =
      TOLD.get("X3", "what was told", Named.class).consistent().load(perSecond(1)).build();
  static final Put<Told, Told> TELL = TOLD.put("X4", "what was told").load(perSecond(1)).build();

  static final Transaction<Posting> POST =
      Transaction.of("X5", "a version and its job", Posting.class, lookup())
          .step(
              ENTRY
                  .put("X5.entry", "the next version")
                  .when(field(Entry::version).lessThan(param(Entry::version)).or(itemAbsent()))
                  .build(),
              Posting::entry)
          .step(QueueModel.ENQUEUE, Posting::job)
          .load(perSecond(1))
          .build();

  private static final Update<Named, Effect> COUNT =
      EFFECT.upsert("X6.effect", "once more", Named.class).add(Effect::times).of(1L).build();

  static final Transaction<Counting> COUNT_ONCE =
      Transaction.of("X6", "counted with the job's end", Counting.class, lookup())
          .step(COUNT, Counting::effect)
          .step(QueueModel.DONE, Counting::done)
          .load(perSecond(1))
          .build();

  static final Model MODEL =
      Model.named("ledger")
          .entities(ENTRY, EFFECT, TOLD, QueueModel.JOB)
          .patterns(READ_ENTRY, READ_EFFECT, READ_TOLD, TELL, POST, COUNT_ONCE)
          .build();

  private Ledger() {}
}
