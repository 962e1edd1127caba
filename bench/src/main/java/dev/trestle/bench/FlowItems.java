package dev.trestle.bench;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;

/** The items of the benchmark of queue, feed and schedule. */
final class FlowItems {
  static final int SHARDS = 4;

  record Thing(
      String thing, String text, boolean done, Optional<Long> shard, Optional<Instant> due) {}

  record UpTo(long shard, Instant due) {}

  record Ending(String thing, boolean done) {}

  private static final Part<String> THING = Part.text("thing", Alphabet.of("a-z0-9-"), 20);

  static final Table TABLE =
      Table.named("things")
          .partition(string("thing"))
          .global(index("due", string("due_pk")).sort(string("due_sk")).all())
          .stream(StreamView.NEW_IMAGE)
          .recoverable()
          .backups(BackupPlan.daily(7))
          .build();

  static final Entity<Thing> THING_OF =
      TABLE
          .entity(Thing.class, lookup())
          .partition(THING)
          .in(
              "due",
              KeyTemplate.of("due#<shard>", Part.number("shard", 0, 9)),
              KeyTemplate.of("<due>#<thing>", Part.millis("due"), THING))
          .population(Population.of(100_000, 1))
          .example(
              new Thing(
                  "t-1", "x".repeat(100), false, Optional.of(1L), Optional.of(Instant.EPOCH)));

  static final Put<Thing, Thing> WRITE = THING_OF.put("F1", "write").load(perSecond(1)).build();

  static final Query<UpTo, Thing> DUE =
      THING_OF
          .index("due")
          .query("F2", "what is due", UpTo.class)
          .upTo(UpTo::due)
          .load(perSecond(1))
          .build();

  static final Update<Ending, Thing> END =
      THING_OF
          .update("F3", "it is no longer due", Ending.class)
          .set(Thing::done)
          .to(true)
          .remove(Thing::shard)
          .remove(Thing::due)
          .when(field(Thing::done).is(param(Ending::done)))
          .load(perSecond(1))
          .build();

  static final Model MODEL =
      Model.named("flow").entities(THING_OF).patterns(WRITE, DUE, END).build();

  static Thing thing(int number, Optional<Instant> due) {
    return new Thing(
        "t-" + number, "x".repeat(100), false, due.map(_ -> (long) number % SHARDS), due);
  }

  private FlowItems() {}
}
