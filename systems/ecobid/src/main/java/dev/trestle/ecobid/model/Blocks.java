package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;

/**
 * Users who block each other. Each side has its own row, so that one query returns everyone whose
 * items a user does not see, and who does not see theirs.
 */
public final class Blocks {
  /** One side of a block. */
  public record Block(UserId user, UserId other, boolean isByUser, boolean isByOther) {
    public boolean isInForce() {
      return isByUser || isByOther;
    }
  }

  public static final Entity<Block> BLOCK_OF =
      TABLE
          .entity(Block.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("BLOCK#<other>", USER.named("other")))
          .byDefault(Block::isByUser)
          .is(false)
          .byDefault(Block::isByOther)
          .is(false)
          .population(Population.of(200, 50))
          .example(new Block(Examples.ANN, Examples.BO, true, false));

  public record OfUser(UserId user) {}

  public static final Query<OfUser, Block> OF_USER =
      BLOCK_OF
          .query("block.of-user", "the users that a user blocks or is blocked by", OfUser.class)
          .page(500)
          .typically(1)
          .load(perSecond(1))
          .build();

  public record Of(UserId user, UserId other) {}

  /** Read before two users interact. */
  public static final Get<Of, Block> FIND =
      BLOCK_OF
          .get("block.one", "does one of two block the other", Of.class)
          .consistent()
          .load(perSecond(0.3))
          .build();

  public record Mine(UserId user, UserId other, boolean value) {}

  /**
   * The other side's row.
   *
   * @param user the user who is blocked
   * @param other the user who blocks
   */
  public record Theirs(UserId user, UserId other, boolean value) {
    static Theirs of(Mine mine) {
      var blocked = mine.other;
      var blocking = mine.user;
      return new Theirs(blocked, blocking, mine.value);
    }
  }

  private static final Update<Mine, Block> MINE =
      BLOCK_OF
          .upsert("block.set.mine", "for the blocking user", Mine.class)
          .set(Block::isByUser)
          .to(param(Mine::value))
          .build();

  private static final Update<Theirs, Block> THEIRS =
      BLOCK_OF
          .upsert("block.set.theirs", "for the blocked user", Theirs.class)
          .set(Block::isByOther)
          .to(param(Theirs::value))
          .build();

  public record Setting(Mine mine, Theirs theirs) {
    /** Both rows, from the blocking user's side. */
    public static Setting of(Mine mine) {
      return new Setting(mine, Theirs.of(mine));
    }
  }

  public static final Transaction<Setting> SET =
      Transaction.of("block.set", "block or unblock a user", Setting.class, lookup())
          .step(MINE, Setting::mine)
          .step(THEIRS, Setting::theirs)
          .load(perSecond(0.001))
          .build();

  public static final Delete<Of, Block> ERASE =
      BLOCK_OF
          .delete("block.erase", "an account was deleted", Of.class)
          .load(perSecond(0.001))
          .build();

  private Blocks() {}
}
