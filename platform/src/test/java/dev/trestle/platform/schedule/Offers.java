package dev.trestle.platform.schedule;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;

/** A system whose offers end at a time: in the index of due ones until they have ended. */
final class Offers {
  static final int SHARDS = 2;

  record Offer(
      String offer, String state, long endings, Optional<Long> shard, Optional<Instant> due) {}

  record OfOffer(String offer) {}

  record UpTo(long shard, Instant due) {}

  record Ending(String offer, String seen) {}

  private static final Part<String> OFFER = Part.text("offer", Alphabet.of("a-z0-9-"), 20);

  private static final Table TABLE =
      Table.named("offers")
          .partition(string("offer"))
          .global(index("due", string("due_pk")).sort(string("due_sk")).all())
          .ephemeral()
          .build();

  static final Entity<Offer> OFFER_OF =
      TABLE
          .entity(Offer.class, lookup())
          .partition(OFFER)
          .in(
              "due",
              KeyTemplate.of("due#<shard>", Part.number("shard", 0, 9)),
              KeyTemplate.of("<due>#<offer>", Part.millis("due"), OFFER))
          .population(Population.of(100, 1))
          .example(
              new Offer(
                  "o-1",
                  "open",
                  0,
                  Optional.of(1L),
                  Optional.of(Instant.parse("2026-11-16T12:00:00Z"))));

  static final Put<Offer, Offer> OPEN =
      OFFER_OF.put("O1", "open an offer").ifAbsent().load(perSecond(1)).build();

  static final Get<OfOffer, Offer> READ =
      OFFER_OF.get("O2", "an offer", OfOffer.class).consistent().load(perSecond(1)).build();

  static final Query<UpTo, Offer> DUE =
      OFFER_OF
          .index("due")
          .query("O3", "offers that end", UpTo.class)
          .upTo(UpTo::due)
          .page(20)
          .load(perSecond(1))
          .build();

  static final Update<Ending, Offer> END =
      OFFER_OF
          .update("O4", "an offer ends, once", Ending.class)
          .set(Offer::state)
          .to("ended")
          .add(Offer::endings)
          .of(1L)
          .remove(Offer::shard)
          .remove(Offer::due)
          .when(field(Offer::state).is(param(Ending::seen)))
          .load(perSecond(1))
          .build();

  static final Model MODEL =
      Model.named("offers").entities(OFFER_OF).patterns(OPEN, READ, DUE, END).build();

  private Offers() {}
}
