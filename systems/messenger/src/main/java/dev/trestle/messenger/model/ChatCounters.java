package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.model.Regions;
import dev.trestle.model.Alarms;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Instant;

/** The newest sequence number of each chat, published after the entry was written. */
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
   * The head of a chat's log, for the list of chats.
   *
   * @param ordinal the number of texts; edits and reactions do not count
   * @param lastText the sequence of the newest text; 0 if there is none
   */
  public record ChatCounter(
      ChatId chatId,
      long sequenceCounter,
      long ordinal,
      long lastText,
      Instant createdAt,
      Instant updatedAt) {}

  public static final Entity<ChatCounter> COUNTER =
      TABLE
          .entity(ChatCounter.class, lookup())
          .partition(CHAT_ID)
          .snakeCase()
          .byDefault(ChatCounter::ordinal)
          .is(0L)
          .byDefault(ChatCounter::lastText)
          .is(0L)
          .byDefault(ChatCounter::createdAt)
          .is(Instant.EPOCH)
          .population(Population.of(300_000, 1))
          .example(new ChatCounter(Examples.CHAT, 1024, 990, 1024, Examples.NOW, Examples.NOW));

  public record OfChat(ChatId chatId) {}

  public record Published(ChatId chatId, long sequence, long ordinal, long lastText, Instant at) {}

  /** Never goes back, so it may be repeated or come late. */
  public static final Update<Published, ChatCounter> PUBLISH =
      COUNTER
          .upsert("M12", "allocate sequence: publish the head", Published.class)
          .set(ChatCounter::sequenceCounter)
          .to(param(Published::sequence))
          .set(ChatCounter::ordinal)
          .to(param(Published::ordinal))
          .set(ChatCounter::lastText)
          .to(param(Published::lastText))
          .set(ChatCounter::updatedAt)
          .to(param(Published::at))
          .when(
              absent(ChatCounter::sequenceCounter)
                  .or(field(ChatCounter::sequenceCounter).lessThan(param(Published::sequence))))
          .load(perSecond(12).hottestKey(0.02))
          .build();

  public static final BatchGet<OfChat, ChatCounter> OF_CHATS =
      COUNTER
          .batchGet("chats.heads", "heads of the chats in a list", OfChat.class)
          .typically(20)
          .load(perSecond(1))
          .build();

  private ChatCounters() {}
}
