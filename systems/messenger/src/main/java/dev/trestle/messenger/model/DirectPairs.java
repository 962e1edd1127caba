package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;

/** The pairs of users that have a direct chat. The key keeps the chat of a pair unique. */
public final class DirectPairs {
  public static final Table TABLE =
      Table.named("direct_pairs")
          .partition(string("pair"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /** Two users and their direct chat. The lower id comes first. */
  public record DirectPair(UserId lower, UserId higher, ChatId chatId) {}

  public static final Entity<DirectPair> DIRECT_PAIR =
      TABLE
          .entity(DirectPair.class, lookup())
          .partition(
              KeyTemplate.of("<lower>#<higher>", USER_ID.named("lower"), USER_ID.named("higher")))
          .snakeCase()
          .population(Population.of(300_000, 1))
          .example(new DirectPair(Examples.ANN, Examples.BO, Examples.CHAT));

  public record Pair(UserId lower, UserId higher) {
    public static Pair of(UserId one, UserId other) {
      return one.value().compareTo(other.value()) < 0 ? new Pair(one, other) : new Pair(other, one);
    }
  }

  public static final Get<Pair, DirectPair> FIND =
      DIRECT_PAIR
          .get("direct.find", "the direct chat of two users", Pair.class)
          .consistent()
          .load(perSecond(0.5))
          .build();

  static final Put<DirectPair, DirectPair> CLAIM =
      DIRECT_PAIR.put("chat.open.pair", "claim the pair").ifAbsent().build();

  /** A step of blocking someone one has no chat with. */
  static final ConditionCheck<Pair, DirectPair> NONE =
      DIRECT_PAIR
          .check("block.add.stranger", "the two have no direct chat", Pair.class)
          .when(itemAbsent())
          .build();

  /** When one of the two closes the account, so that the other starts a new chat next time. */
  public static final Delete<Pair, DirectPair> REMOVE =
      DIRECT_PAIR
          .delete("direct.remove", "two users no longer have a direct chat", Pair.class)
          .load(perSecond(0.001))
          .build();

  private DirectPairs() {}
}
