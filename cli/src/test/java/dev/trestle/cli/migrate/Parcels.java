package dev.trestle.cli.migrate;

import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.time.LocalDate;

/** One table in two declarations: the second renames, adds and indexes. */
public final class Parcels {
  static final Part<String> SENDER = Part.text("sender", Alphabet.of("a-z0-9"), 20);
  static final Part<String> ID = Part.text("id", Alphabet.of("a-z0-9"), 20);
  static final Part<String> STATE = Part.text("state", Alphabet.of("a-z0-9"), 20);
  static final Part<Instant> POSTED = Part.millis("posted");

  record OfParcel(String sender, String id) {}

  private Parcels() {}

  /** The declaration that wrote the items. */
  static final class Before {
    record OldParcel(
        String sender, String id, String state, Instant posted, long weight, long revision) {}

    static final Table TABLE =
        Table.named("parcels").partition(string("pk")).sort(string("sk")).build();

    static final Entity<OldParcel> PARCELS =
        TABLE
            .entity(OldParcel.class, lookup())
            .partition(KeyTemplate.of("s#<sender>", SENDER))
            .sort(KeyTemplate.of("p#<id>", ID))
            .example(new OldParcel("ann", "1", "sent", Instant.EPOCH, 100, 0));

    static final BatchWrite<OfParcel, OldParcel> LOAD =
        PARCELS.batchWrite("P0", "many parcels", OfParcel.class).build();
    static final Get<OfParcel, OldParcel> ONE =
        PARCELS.get("P1", "a parcel", OfParcel.class).consistent().build();

    static final Model MODEL = Model.named("parcels").entities(PARCELS).patterns(LOAD, ONE).build();

    private Before() {}
  }

  /** The declaration to migrate to. */
  public static final class After {
    record Parcel(
        String sender,
        String id,
        String state,
        Instant posted,
        long grams,
        String service,
        long revision) {}

    static final Table TABLE =
        Table.named("parcels")
            .partition(string("pk"))
            .sort(string("sk"))
            .global(index("states", string("state_day")).sort(string("state_posted")).all())
            .build();

    static final Entity<Parcel> PARCELS =
        entity(TABLE)
            .named(Parcel::grams, "grams", "weight")
            .in(
                "states",
                KeyTemplate.of("<state>#<day>", STATE, Part.dayOf("day", POSTED)),
                KeyTemplate.of("<posted>#<id>", POSTED, ID))
            .example(new Parcel("ann", "1", "sent", Instant.EPOCH, 100, "standard", 0));

    static EntityBuilder<Parcel> entity(Table table) {
      return table
          .entity(Parcel.class, lookup())
          .partition(KeyTemplate.of("s#<sender>", SENDER))
          .sort(KeyTemplate.of("p#<id>", ID))
          .byDefault(Parcel::service)
          .is("standard");
    }

    record InState(String state, LocalDate day) {}

    record Weighed(String sender, String id, long grams, long revision) {}

    record Moved(String sender, String id, String state, Instant posted, long revision) {}

    static final Get<OfParcel, Parcel> ONE =
        PARCELS.get("P1", "a parcel", OfParcel.class).consistent().build();
    static final Put<Parcel, Parcel> PUT = PARCELS.put("P2", "a parcel").build();
    static final Update<Weighed, Parcel> WEIGH =
        PARCELS
            .update("P3", "weigh a parcel", Weighed.class)
            .set(Parcel::grams)
            .to(param(Weighed::grams))
            .set(Parcel::revision)
            .to(param(Weighed::revision))
            .build();
    static final Update<Moved, Parcel> MOVE =
        PARCELS
            .update("P4", "a parcel's next state", Moved.class)
            .set(Parcel::state)
            .to(param(Moved::state))
            .set(Parcel::revision)
            .to(param(Moved::revision))
            .build();
    static final Delete<OfParcel, Parcel> DELETE =
        PARCELS.delete("P5", "forget a parcel", OfParcel.class).build();
    static final Query<InState, Parcel> STATES =
        PARCELS.index("states").query("P6", "parcels in a state", InState.class).page(100).build();

    public static final Model MODEL =
        Model.named("parcels")
            .entities(PARCELS)
            .patterns(ONE, PUT, WEIGH, MOVE, DELETE, STATES)
            .build();

    private After() {}
  }

  /** The way back: what {@link After} renamed has its former name again, and no index. */
  static final class Back {
    static final Entity<After.Parcel> PARCELS =
        After.entity(Before.TABLE)
            .named(After.Parcel::grams, "weight", "grams")
            .example(new After.Parcel("ann", "1", "sent", Instant.EPOCH, 100, "standard", 0));

    static final Get<OfParcel, After.Parcel> ONE =
        PARCELS.get("P1", "a parcel", OfParcel.class).consistent().build();

    static final Model MODEL = Model.named("parcels").entities(PARCELS).patterns(ONE).build();

    private Back() {}
  }
}
