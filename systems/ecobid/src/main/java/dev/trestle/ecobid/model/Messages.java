package dev.trestle.ecobid.model;

import static dev.trestle.ecobid.model.EcoBidTable.AT;
import static dev.trestle.ecobid.model.EcoBidTable.ITEM;
import static dev.trestle.ecobid.model.EcoBidTable.MESSAGE;
import static dev.trestle.ecobid.model.EcoBidTable.TABLE;
import static dev.trestle.ecobid.model.EcoBidTable.USER;
import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** Messages about an item, between its giver and each user who asks. */
public final class Messages {
  /** Why a message should be read with care. */
  public enum Flag {
    LINK,
    PHONE
  }

  /**
   * A message.
   *
   * @param with the user who is not the giver, which identifies the thread
   * @param isFromGiver whether the giver wrote it
   */
  public record Message(
      ItemId item,
      UserId with,
      Instant at,
      MessageId message,
      UserId giver,
      boolean isFromGiver,
      String text,
      Set<Flag> flags,
      Optional<Instant> expiresAt) {}

  public static final Entity<Message> MESSAGE_OF =
      TABLE
          .entity(Message.class, lookup())
          .partition(Items.OF_ITEM)
          .sort(KeyTemplate.of("MESSAGE#<with>#<at>#<message>", USER.named("with"), AT, MESSAGE))
          .mayExpire(Message::expiresAt)
          .maxBytes(9000)
          .population(Population.of(10_000, 500))
          .example(
              new Message(
                  Examples.ITEM,
                  Examples.BO,
                  Examples.NOW,
                  new MessageId("msg_01JCQZ8M5R3V7W9X1Y2Z3A4B5K"),
                  Examples.ANN,
                  false,
                  "Hello! Is it still there? I could come by this evening.",
                  Set.of(),
                  Optional.empty()));

  /** An item that a user has written about. The messages are stored with the item. */
  public record OwnThread(UserId user, ItemId item, Optional<Instant> expiresAt) {}

  public static final Entity<OwnThread> OWN_THREAD =
      TABLE
          .entity(OwnThread.class, lookup())
          .partition(Profiles.OF_USER)
          .sort(KeyTemplate.of("THREAD#<item>", ITEM))
          .mayExpire(OwnThread::expiresAt)
          .population(Population.of(3000, 200))
          .example(new OwnThread(Examples.BO, Examples.ITEM, Optional.empty()));

  public record OfThread(ItemId item, UserId with) {}

  public record OfUser(UserId user) {}

  /** For the export and the deletion of an account. */
  public static final Query<OfUser, OwnThread> THREADS_OF =
      OWN_THREAD
          .query("message.threads", "what a user has written about", OfUser.class)
          .page(100)
          .typically(3)
          .load(perSecond(0.001))
          .build();

  /** Written before the first message, so that every thread is in its writer's list. */
  public static final Put<OwnThread, OwnThread> START =
      OWN_THREAD
          .put("message.start", "begin a conversation")
          .ifAbsent()
          .load(perSecond(0.05))
          .build();

  public record OfOwnThread(UserId user, ItemId item) {}

  public static final Delete<OfOwnThread, OwnThread> END =
      OWN_THREAD
          .delete("message.end", "an account or the item is gone", OfOwnThread.class)
          .load(perSecond(0.01))
          .build();

  public record OfItem(ItemId item) {}

  public static final Query<OfThread, Message> THREAD =
      MESSAGE_OF
          .query("message.thread", "what two people wrote about an item", OfThread.class)
          .descending()
          .page(50)
          .typically(5)
          .load(perSecond(0.1))
          .build();

  /** For the giver: all threads of an item. */
  public static final Query<OfItem, Message> OF_ITEM =
      MESSAGE_OF
          .query("message.of-item", "all messages about an item", OfItem.class)
          .page(100)
          .typically(10)
          .load(perSecond(0.05))
          .build();

  public static final Put<Message, Message> SEND =
      MESSAGE_OF
          .put("message.send", "write about an item")
          .ifAbsent()
          .load(perSecond(0.05))
          .build();

  public record OfMessage(ItemId item, UserId with, Instant at, MessageId message) {
    public static OfMessage of(Message message) {
      return new OfMessage(message.item(), message.with(), message.at(), message.message());
    }
  }

  public static final BatchWrite<OfMessage, Message> ERASE =
      MESSAGE_OF
          .batchWrite("message.erase", "an account or the item is gone", OfMessage.class)
          .typically(3)
          .load(perSecond(0.003))
          .build();

  private Messages() {}
}
