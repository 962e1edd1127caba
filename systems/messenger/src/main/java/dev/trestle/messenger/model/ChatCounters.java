package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.CHAT_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Instant;

/** How far each chat has come: the number of its newest entry, published after it was written. */
public final class ChatCounters {
  public static final Table TABLE =
      Table.named("chat_counters")
          .partition(string("chat_id"))
          .recoverable()
          .backups(BackupPlan.daily(90))
          .replicas(Regions.SECOND)
          .protectedFromDeletion()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * The head of a chat.
   *
   * @param ordinal counts what people read: texts, not edits or reactions
   * @param lastText the newest text, for the list of chats; 0 if there is none
   */
  public record Head(
      ChatId chatId,
      long sequenceCounter,
      long ordinal,
      long lastText,
      Instant createdAt,
      Instant updatedAt) {}

  public static final Entity<Head> HEAD =
      TABLE
          .entity(Head.class, lookup())
          .partition(CHAT_ID)
          .snakeCase()
          .byDefault(Head::ordinal)
          .is(0L)
          .byDefault(Head::lastText)
          .is(0L)
          .byDefault(Head::createdAt)
          .is(Instant.EPOCH)
          .population(Population.of(300_000, 1))
          .example(new Head(Examples.CHAT, 1024, 990, 1024, Examples.NOW, Examples.NOW));

  public record OfChat(ChatId chatId) {}

  public record Published(ChatId chatId, long sequence, long ordinal, long lastText, Instant at) {}

  /** Never goes back, so it may be repeated and come late. */
  public static final Update<Published, Head> M12 =
      HEAD.update("M12", "allocate sequence: publish the head", Published.class)
          .set(Head::sequenceCounter)
          .to(param(Published::sequence))
          .set(Head::ordinal)
          .to(param(Published::ordinal))
          .set(Head::lastText)
          .to(param(Published::lastText))
          .set(Head::updatedAt)
          .to(param(Published::at))
          .when(
              absent(Head::sequenceCounter)
                  .or(field(Head::sequenceCounter).lessThan(param(Published::sequence))))
          .load(perSecond(12).hottestKey(0.02))
          .build();

  public static final BatchGet<OfChat, Head> HEADS =
      HEAD.batchGet("chats.heads", "heads of the chats in a list", OfChat.class)
          .typically(20)
          .load(perSecond(1))
          .build();

  private ChatCounters() {}
}
