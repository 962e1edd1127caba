package dev.trestle.cli.migrate;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Boxes whose key changes from their shelf to their owner. */
final class Boxes {
  static final Part<String> SHELF = Part.text("shelf", Alphabet.of("a-z0-9"), 20);
  static final Part<String> OWNER = Part.text("owner", Alphabet.of("a-z0-9"), 20);
  static final Part<String> ID = Part.text("id", Alphabet.of("a-z0-9"), 20);

  static final Table TABLE =
      Table.named("boxes").partition(string("pk")).sort(string("sk")).build();

  /** Under its shelf, as it was. */
  record ShelvedBox(String shelf, String owner, String id, long revision) {}

  /** Under its owner. */
  record Box(String owner, String shelf, String id, long revision, Optional<String> note) {}

  static final Entity<ShelvedBox> SHELVED =
      TABLE
          .entity(ShelvedBox.class, lookup())
          .partition(KeyTemplate.of("SHELF#<shelf>", SHELF))
          .sort(KeyTemplate.of("BOX#<id>", ID))
          .example(new ShelvedBox("s1", "ann", "b1", 0));

  static final Entity<Box> BOXES =
      TABLE
          .entity(Box.class, lookup())
          .partition(KeyTemplate.of("OWNER#<owner>", OWNER))
          .sort(KeyTemplate.of("BOX#<id>", ID))
          .movedFrom(SHELVED)
          .example(new Box("ann", "s1", "b1", 0, Optional.empty()));

  record OnShelf(String shelf, String id) {}

  record OfOwner(String owner, String id) {}

  static final BatchWrite<OnShelf, ShelvedBox> LOAD =
      SHELVED.batchWrite("B0", "many boxes", OnShelf.class).build();

  static final Model BEFORE = Model.named("boxes").entities(SHELVED).patterns(LOAD).build();

  static final Get<OnShelf, ShelvedBox> SHELVED_ONE =
      SHELVED.get("B1", "a box on its shelf", OnShelf.class).consistent().build();
  static final Get<OfOwner, Box> ONE =
      BOXES.get("B2", "a box of its owner", OfOwner.class).consistent().build();

  record Saved(ShelvedBox former, Box box, Optional<OfOwner> leaves) {}

  /** The owner may change, and with it the new key. */
  static final Transaction<Saved> SAVE =
      Transaction.of("B3", "a box, under both keys", Saved.class, lookup())
          .step(SHELVED.put("B3.former", "on its shelf").build(), Saved::former)
          .step(BOXES.put("B3.box", "of its owner").build(), Saved::box)
          .maybe(
              BOXES.delete("B3.leaves", "of the owner before", OfOwner.class).build(),
              Saved::leaves)
          .build();

  record Gone(OnShelf former, OfOwner box) {}

  static final Transaction<Gone> DELETE =
      Transaction.of("B4", "a box, under both keys", Gone.class, lookup())
          .step(SHELVED.delete("B4.former", "on its shelf", OnShelf.class).build(), Gone::former)
          .step(BOXES.delete("B4.box", "of its owner", OfOwner.class).build(), Gone::box)
          .build();

  /** The window: both are written. */
  static final Model WINDOW =
      Model.named("boxes")
          .entities(SHELVED, BOXES)
          .patterns(SHELVED_ONE, ONE, SAVE, DELETE)
          .build();

  /** Afterwards: only the new key is written. */
  static final Model SEALED = Model.named("boxes").entities(BOXES).patterns(ONE).build();

  private Boxes() {}

  static List<ShelvedBox> some(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ShelvedBox("s" + i % 10, "o" + i % 7, "b" + i, 0))
        .toList();
  }
}
