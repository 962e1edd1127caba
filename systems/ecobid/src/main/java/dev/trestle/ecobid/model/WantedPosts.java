package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.CELL4;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.WANTED;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Saved searches. One with words is a wanted post, and its owner is notified of a match at once.
 * One without words is a neighbourhood, whose new items are collected in a digest.
 */
public final class WantedPosts {
  /**
   * A saved search.
   *
   * @param words the words that an item's title or description must contain; empty for a
   *     neighbourhood
   * @param around the cell of about 39 km that contains it
   * @param latitude where its owner searches; never shown to others
   */
  public record Wanted(
      UserId user,
      WantedId wanted,
      Instant created,
      Set<String> words,
      Optional<Category> category,
      double latitude,
      double longitude,
      int kilometres,
      String around) {
    public boolean isNeighbourhood() {
      return words.isEmpty();
    }
  }

  public static final Entity<Wanted> WANTED_OF =
      TABLE
          .entity(Wanted.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("WANTED#<wanted>", WANTED))
          .in("wanted-index", KeyTemplate.of("WANTED#<around>", CELL4.named("around")))
          .maxBytes(1024)
          .population(Population.of(1500, 20))
          .example(
              new Wanted(
                  Examples.BO,
                  new WantedId("wnt_01JCQZ8M5R3V7W9X1Y2Z3A4B5M"),
                  Examples.NOW,
                  Set.of("chair", "birch"),
                  Optional.of(Category.FURNITURE),
                  52.23,
                  21.01,
                  5,
                  "u3qc"));

  public record OfUser(UserId user) {}

  public record InCell(String around) {}

  public record Of(UserId user, WantedId wanted) {}

  public static final Query<OfUser, Wanted> OF_USER =
      WANTED_OF
          .query("wanted.of-user", "a user's saved searches", OfUser.class)
          .page(50)
          .typically(2)
          .load(perSecond(0.05))
          .build();

  /** Finds users who may want a new item, with one query for each cell within 25 km. */
  public static final Query<InCell, Wanted> IN_CELL =
      WANTED_OF
          .index("wanted-index")
          .query("wanted.in-cell", "saved searches by place", InCell.class)
          .page(500)
          .typically(20)
          .load(perSecond(0.3).hottestKey(0.2))
          .build();

  public static final Put<Wanted, Wanted> SAVE =
      WANTED_OF.put("wanted.save", "save a search").load(perSecond(0.01)).build();

  public static final Delete<Of, Wanted> REMOVE =
      WANTED_OF
          .delete("wanted.remove", "remove a saved search", Of.class)
          .load(perSecond(0.01))
          .build();

  private WantedPosts() {}
}
