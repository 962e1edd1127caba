package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;

/** When each chat is next looked at, to move its old entries to cold storage. */
public final class ColdChats {
  /** How often a chat is looked at that has nothing to move. */
  public static final Duration INTERVAL = Duration.ofDays(30);

  private static final Part<Instant> DUE_AT = Part.isoMillis("dueAt");

  public static final Table TABLE =
      Table.named("cold_chats")
          .partition(string("chat_id"))
          .global(index("due-index", string("scope")).sort(string("due_at")).keysOnly())
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * A chat and its next time. Every chat has one from the transaction that opens it; a chat that is
   * older than this table gets one when somebody lists it.
   */
  public record ColdChat(ChatId chatId, Instant dueAt) {
    /** Of a new chat. */
    public static ColdChat of(ChatId chat, Instant now) {
      return new ColdChat(chat, now.plus(INTERVAL));
    }
  }

  /** Due chats are so few that they share one partition of the index. */
  public static final Entity<ColdChat> CHAT =
      TABLE
          .entity(ColdChat.class, lookup())
          .partition(CHAT_ID)
          .in("due-index", KeyTemplate.of("due"), DUE_AT)
          .snakeCase()
          .population(Population.of(300_000, 1))
          .example(new ColdChat(Examples.CHAT, Instant.parse("2026-12-16T12:00:00.123Z")));

  static final Put<ColdChat, ColdChat> ADD =
      CHAT.put("chat.open.cold", "when its entries are first looked at").ifAbsent().build();

  /** For chats that were opened before this table existed. */
  public static final Put<ColdChat, ColdChat> BACKFILL =
      CHAT.put("F1.backfill", "an older chat is looked at, too")
          .ifAbsent()
          .load(perSecond(0.05))
          .build();

  public record DueBy(Instant upTo) {}

  /** For the schedule. */
  public static final Query<DueBy, ColdChat> DUE =
      CHAT.index("due-index")
          .query("F1.due", "chats whose old entries are looked at", DueBy.class)
          .upTo(DueBy::upTo)
          .page(100)
          .typically(0.2)
          .load(perSecond(1))
          .build();

  public record Next(ChatId chatId, Instant seen, Instant next) {}

  public static final Update<Next, ColdChat> POSTPONE =
      CHAT.update("F1.next", "when a chat is looked at again", Next.class)
          .set(ColdChat::dueAt)
          .to(param(Next::next))
          .when(field(ColdChat::dueAt).is(param(Next::seen)))
          .load(perSecond(0.15))
          .build();

  private ColdChats() {}
}
