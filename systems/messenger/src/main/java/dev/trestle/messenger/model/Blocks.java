package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import java.time.Instant;
import java.util.Optional;

/**
 * Who blocks whom. A block is also noted on the two memberships of a direct chat, which a send
 * reads anyway (docs/decisions/0047).
 */
public final class Blocks {
  public static final Table TABLE =
      Table.named("user_blocks")
          .partition(string("user_id"))
          .sort(string("blocked_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** A user who blocks another one. */
  public record Block(UserId userId, UserId blockedId, Instant createdAt) {}

  public static final Entity<Block> BLOCK =
      TABLE
          .entity(Block.class, lookup())
          .partition(USER_ID)
          .sort(USER_ID.named("blockedId"))
          .snakeCase()
          .population(Population.of(10_000, 1000))
          .example(new Block(Examples.ANN, Examples.BO, Examples.NOW));

  public record OfUser(UserId userId) {}

  public record Of(UserId userId, UserId blockedId) {}

  public static final Query<OfUser, Block> OF_USER =
      BLOCK
          .query("block.list", "the users whom a user blocks", OfUser.class)
          .consistent()
          .page(500)
          .typically(1)
          .load(perSecond(1))
          .build();

  /** Read before users are added to a group, for each of them and the one who adds them. */
  public static final BatchGet<Of, Block> AMONG =
      BLOCK
          .batchGet("block.among", "which users block another one", Of.class)
          .consistent()
          .typically(2)
          .load(perSecond(0.5))
          .build();

  /** A step of opening a direct chat. */
  static final ConditionCheck<Of, Block> NONE =
      BLOCK
          .check("chat.open.block", "one does not block the other", Of.class)
          .when(itemAbsent())
          .build();

  private static final Put<Block, Block> PUT = BLOCK.put("block.add.block", "block a user").build();

  private static final Delete<Of, Block> DELETE =
      BLOCK.delete("block.end.block", "unblock a user", Of.class).build();

  /**
   * A new block. If the two have a direct chat, it is noted on both memberships; otherwise they
   * must not have opened one in the meantime.
   */
  public record Blocking(
      Block block,
      Users.ById user,
      Optional<Memberships.Blocked> mine,
      Optional<Memberships.Blocked> theirs,
      Optional<DirectPairs.Pair> stranger) {}

  public static final Transaction<Blocking> ADD =
      Transaction.of("block.add", "block a user", Blocking.class, lookup())
          .step(PUT, Blocking::block)
          .step(Users.IS_OPEN, Blocking::user)
          .maybe(Memberships.NOTE_BLOCKING, Blocking::mine)
          .maybe(Memberships.NOTE_BLOCKED, Blocking::theirs)
          .maybe(DirectPairs.NONE, Blocking::stranger)
          .load(perSecond(0.01))
          .build();

  public record Unblocking(
      Of block, Optional<Memberships.Member> mine, Optional<Memberships.Member> theirs) {}

  public static final Transaction<Unblocking> END =
      Transaction.of("block.end", "unblock a user", Unblocking.class, lookup())
          .step(DELETE, Unblocking::block)
          .maybe(Memberships.FORGET_BLOCKING, Unblocking::mine)
          .maybe(Memberships.FORGET_BLOCKED, Unblocking::theirs)
          .load(perSecond(0.01))
          .build();

  public static final BatchWrite<Of, Block> ERASE =
      BLOCK
          .batchWrite("block.erase", "remove the blocks of a closed account", Of.class)
          .typically(1)
          .load(perSecond(0.001))
          .build();

  private Blocks() {}
}
