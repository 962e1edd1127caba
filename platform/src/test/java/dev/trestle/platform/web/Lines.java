package dev.trestle.platform.web;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** The smallest system that has lists. */
final class Lines {
  record Line(String list, long n) {}

  record OfList(String list) {}

  static final Table TABLE =
      Table.named("lines").partition(string("list")).sort(number("n")).ephemeral().build();

  static final Entity<Line> LINE =
      TABLE
          .entity(Line.class, lookup())
          .partition(Part.text("list", Alphabet.of("a-z"), 8))
          .sort(Part.number("n", 0, 9))
          .population(Population.of(10, 3))
          .example(new Line("a", 1));

  static final Put<Line, Line> ADD =
      LINE.put("L1", "add a line").ifAbsent().load(perSecond(1)).build();

  static final Query<OfList, Line> ALL =
      LINE.query("L2", "lines of a list", OfList.class).page(1).load(perSecond(1)).build();

  static final Model MODEL = Model.named("lines").entities(LINE).patterns(ADD, ALL).build();

  private Lines() {}
}
