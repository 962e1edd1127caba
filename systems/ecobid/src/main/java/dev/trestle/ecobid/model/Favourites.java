package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;

/** Favourite items, stored for both the user and the item. */
public final class Favourites {
  public record Favourite(ItemId item, UserId user, Instant at) {}

  public static final Entity<Favourite> FAVOURITE =
      TABLE
          .entity(Favourite.class, lookup())
          .partition(Items.OF_ITEM)
          .sort(KeyTemplate.of("FAVOURITE#<user>", USER))
          .in("favourite-index", KeyTemplate.of("FAVOURITE#<user>", USER), AT)
          .population(Population.of(3000, 200))
          .example(new Favourite(Examples.ITEM, Examples.BO, Examples.NOW));

  public record OfUser(UserId user) {}

  public record OfItem(ItemId item) {}

  public record Of(ItemId item, UserId user) {}

  public static final Query<OfUser, Favourite> OF_USER =
      FAVOURITE
          .index("favourite-index")
          .query("favourite.of-user", "a user's favourites, newest first", OfUser.class)
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(0.1))
          .build();

  /** The users to notify before an auction ends. */
  public static final Query<OfItem, Favourite> OF_ITEM =
      FAVOURITE
          .query("favourite.of-item", "the users with an item among their favourites", OfItem.class)
          .page(100)
          .typically(2)
          .load(perSecond(0.01))
          .build();

  public static final Get<Of, Favourite> FIND =
      FAVOURITE.get("favourite.one", "is it a favourite", Of.class).load(perSecond(0.5)).build();

  public static final Put<Favourite, Favourite> ADD =
      FAVOURITE.put("favourite.add", "one more favourite").load(perSecond(0.03)).build();

  public static final Delete<Of, Favourite> REMOVE =
      FAVOURITE
          .delete("favourite.remove", "a favourite no longer", Of.class)
          .load(perSecond(0.01))
          .build();

  private Favourites() {}
}
