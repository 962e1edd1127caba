package dev.trestle.opentelemetry;

import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** Parcels, found by their number and by their street. */
final class Parcels {
  private static final Alphabet LETTERS = Alphabet.of("a-z0-9-");

  record Parcel(String number, String street) {}

  record OfStreet(String street) {}

  private static final Table TABLE =
      Table.named("parcels")
          .partition(string("pk"))
          .global(index("street", string("streetKey")).all())
          .build();

  private static final Entity<Parcel> PARCELS =
      TABLE
          .entity(Parcel.class, lookup())
          .partition(KeyTemplate.of("PARCEL#<number>", Part.text("number", LETTERS, 16)))
          .in("street", Part.text("street", LETTERS, 32))
          .population(Population.of(1000, 100))
          .example(new Parcel("p-1", "elm-street"));

  static final Put<Parcel, Parcel> ADD =
      PARCELS.put("P1", "add a parcel").ifAbsent().load(perDay(100)).build();

  static final Query<OfStreet, Parcel> IN_STREET =
      PARCELS
          .index("street")
          .query("P2", "parcels for a street", OfStreet.class)
          .load(perDay(100))
          .build();

  static final Model MODEL =
      Model.named("parcels").entities(PARCELS).patterns(ADD, IN_STREET).build();

  private Parcels() {}
}
