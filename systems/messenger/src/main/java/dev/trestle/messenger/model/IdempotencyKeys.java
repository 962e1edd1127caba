package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.MessengerKeys.CHAT_ID;
import static dev.trestle.messenger.model.MessengerKeys.CLIENT_MESSAGE_ID;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import java.time.Duration;
import java.time.Instant;

/** Client message ids that were used, so that a retry does not send the message again. */
public final class IdempotencyKeys {
  public static final Duration KEPT = Duration.ofDays(7);

  public static final Table TABLE =
      Table.named("idempotency_keys")
          .partition(string("chat_id"))
          .sort(string("client_message_id"))
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * The first use of a client's message id.
   *
   * @param bodyHash tells a retry from a different message under the same id
   */
  public record IdempotencyKey(
      ChatId chatId,
      String clientMessageId,
      MessageId messageId,
      long sequence,
      UserId senderId,
      String bodyHash,
      Instant createdAt,
      Instant ttl) {}

  public static final Entity<IdempotencyKey> KEY =
      TABLE
          .entity(IdempotencyKey.class, lookup())
          .partition(CHAT_ID)
          .sort(CLIENT_MESSAGE_ID)
          .snakeCase()
          .expires(IdempotencyKey::ttl)
          .population(Population.of(7_000_000, 140_000).kept(KEPT))
          .example(
              new IdempotencyKey(
                  Examples.CHAT,
                  Examples.CLIENT_MESSAGE_ID,
                  Examples.MESSAGE,
                  1024,
                  Examples.ANN,
                  Examples.HASH,
                  Examples.NOW,
                  Instant.parse("2026-11-23T12:00:00Z")));

  /** The key that a message claims, and the time at which an older claim has expired. */
  public record FirstUse(IdempotencyKey key, Instant now) {
    public static FirstUse of(Messages.Message message, String bodyHash, Instant now) {
      var key =
          new IdempotencyKey(
              message.chatId(),
              message.clientMessageId(),
              message.messageId(),
              message.sequence(),
              message.senderId(),
              bodyHash,
              now,
              now.plus(KEPT));
      return new FirstUse(key, now);
    }
  }

  /** Checks for a duplicate and claims the id in one write: a refusal returns the first use. */
  public static final Put<FirstUse, IdempotencyKey> CLAIM =
      KEY.put("M13", "check duplicate", FirstUse.class, FirstUse::key)
          .when(itemAbsent().or(field(IdempotencyKey::ttl).lessThan(param(FirstUse::now))))
          .load(perSecond(0))
          .build();

  public record Of(ChatId chatId, String clientMessageId) {}

  /** Tells a retry of a deletion from a second one, where no condition on the target does. */
  public static final Get<Of, IdempotencyKey> FIND =
      KEY.get("F1.replay", "the first use of an id, for an old message", Of.class)
          .consistent()
          .load(perSecond(0.001))
          .build();

  private IdempotencyKeys() {}
}
