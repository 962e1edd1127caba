package dev.trestle.messenger.model.seed;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The seed's eight tables and the patterns of its section 4, which names no write of a message, of
 * a user, of a chat or of a session: the transaction of its section 5 is mentioned and never
 * written down.
 */
final class MessengerSeed {
  static final Part<String> USER_ID = Part.ulid("userId", "user_");
  static final Part<String> CHAT_ID = Part.ulid("chatId", "chat_");
  static final Part<String> SESSION_ID = Part.ulid("sessionId", "sess_");
  static final Part<Long> SEQUENCE = Part.number("sequence", 1, 999_999_999_999L);
  static final Part<String> CLIENT_MESSAGE_ID = Part.raw("clientMessageId", 64);
  static final Part<String> PHONE_NUMBER = Part.raw("phoneNumber", 16);

  static final String ANN = "user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C";
  static final String CHAT = "chat_01JCQZ8M5R3V7W9X1Y2Z3A4B5E";
  static final String SESSION = "sess_01JCQZ8M5R3V7W9X1Y2Z3A4B5G";
  static final Instant NOW = Instant.parse("2026-01-31T12:00:00.123Z");

  private static Table.Builder critical(String name) {
    return Table.named(name).recoverable().backups(BackupPlan.daily(90)).protectedFromDeletion();
  }

  record Message(
      String chatId,
      long sequence,
      String messageId,
      String senderId,
      String clientMessageId,
      String content,
      String contentType,
      Instant createdAt) {}

  record Counter(String chatId, long sequenceCounter, Instant createdAt, Instant updatedAt) {}

  record IdempotencyKey(
      String chatId,
      String clientMessageId,
      String messageId,
      long sequence,
      Instant createdAt,
      Instant ttl) {}

  record User(
      String userId,
      String phoneNumber,
      boolean phoneVerified,
      String displayName,
      Instant createdAt,
      Instant updatedAt) {}

  record Chat(String chatId, String chatType, Optional<String> name, String createdBy) {}

  record Membership(
      String chatId, String userId, String role, Instant joinedAt, Optional<Instant> mutedUntil) {}

  record DeliveryState(String userId, String chatId, long lastAckedSequence, Instant updatedAt) {}

  record Session(
      String sessionId, String userId, String deviceId, String refreshTokenHash, Instant ttl) {}

  static final Entity<Message> MESSAGE =
      critical("messages")
          .partition(string("chat_id"))
          .sort(number("sequence"))
          .build()
          .entity(Message.class, lookup())
          .partition(CHAT_ID)
          .sort(SEQUENCE)
          .snakeCase()
          .maxBytes(5 * 1024)
          .population(Population.of(20_000_000, 20_000_000).growing(86_400))
          .example(
              new Message(
                  CHAT,
                  1024,
                  "msg_01JCQZ8M5R3V7W9X1Y2Z3A4B5F",
                  ANN,
                  "5f0c9a52-6f2c-4b8e-9d6b-0a1b2c3d4e5f",
                  "x".repeat(272),
                  "text/plain",
                  NOW));

  static final Entity<Counter> COUNTER =
      critical("chat_counters")
          .partition(string("chat_id"))
          .build()
          .entity(Counter.class, lookup())
          .partition(CHAT_ID)
          .snakeCase()
          .example(new Counter(CHAT, 1024, NOW, NOW));

  static final Entity<IdempotencyKey> KEY =
      Table.named("idempotency_keys")
          .partition(string("chat_id"))
          .sort(string("client_message_id"))
          .ephemeral("ttl")
          .recoverable()
          .build()
          .entity(IdempotencyKey.class, lookup())
          .partition(CHAT_ID)
          .sort(CLIENT_MESSAGE_ID)
          .snakeCase()
          .expires(IdempotencyKey::ttl)
          .population(Population.of(7_000_000, 604_800).kept(Duration.ofDays(7)))
          .example(
              new IdempotencyKey(
                  CHAT, "5f0c9a52-6f2c-4b8e-9d6b-0a1b2c3d4e5f", "msg_1", 1024, NOW, NOW));

  static final Entity<User> USER =
      critical("users")
          .partition(string("user_id"))
          .global(index("phone_number-index", string("phone_number")).keysOnly())
          .build()
          .entity(User.class, lookup())
          .partition(USER_ID)
          .in("phone_number-index", PHONE_NUMBER)
          .snakeCase()
          .example(new User(ANN, "+46701234567", true, "Ann Lind", NOW, NOW));

  static final Entity<Chat> CHAT_OF =
      critical("chats")
          .partition(string("chat_id"))
          .build()
          .entity(Chat.class, lookup())
          .partition(CHAT_ID)
          .snakeCase()
          .example(new Chat(CHAT, "group", Optional.of("Boat club"), ANN));

  static final Entity<Membership> MEMBERSHIP =
      critical("chat_memberships")
          .partition(string("chat_id"))
          .sort(string("user_id"))
          .global(index("user_chats-index", string("user_id")).sort(string("chat_id")).all())
          .build()
          .entity(Membership.class, lookup())
          .partition(CHAT_ID)
          .sort(USER_ID)
          .in("user_chats-index", USER_ID, CHAT_ID)
          .snakeCase()
          .population(Population.of(1_000_000, 1000))
          .example(new Membership(CHAT, ANN, "member", NOW, Optional.empty()));

  static final Entity<DeliveryState> STATE =
      critical("delivery_state")
          .partition(string("user_id"))
          .sort(string("chat_id"))
          .build()
          .entity(DeliveryState.class, lookup())
          .partition(USER_ID)
          .sort(CHAT_ID)
          .snakeCase()
          .example(new DeliveryState(ANN, CHAT, 1024, NOW));

  static final Entity<Session> SESSION_OF =
      Table.named("sessions")
          .partition(string("session_id"))
          .global(index("user_sessions-index", string("user_id")).all())
          .ephemeral("ttl")
          .recoverable()
          .build()
          .entity(Session.class, lookup())
          .partition(SESSION_ID)
          .in("user_sessions-index", USER_ID)
          .snakeCase()
          .expires(Session::ttl)
          .example(new Session(SESSION, ANN, "phone", "9f86d081884c7d65", NOW));

  record OfUser(String userId) {}

  record OfPhone(String phoneNumber) {}

  record OfChat(String chatId) {}

  record Of(String userId, String chatId) {}

  record At(String chatId, long sequence) {}

  record OfKey(String chatId, String clientMessageId) {}

  record OfSession(String sessionId) {}

  record Reached(String userId, String chatId, long sequence, Instant at) {}

  record What(String phoneNumber, String userId) {}

  static final Get<OfUser, User> M1 = USER.get("M1", "user by id", OfUser.class).build();
  static final Query<OfPhone, What> M2 =
      USER.index("phone_number-index")
          .query("M2", "user by phone", OfPhone.class)
          .as(What.class)
          .single()
          .build();
  static final Get<OfChat, Chat> M3 = CHAT_OF.get("M3", "chat metadata", OfChat.class).build();
  static final Query<OfChat, Membership> M4 =
      MEMBERSHIP.query("M4", "members of a chat", OfChat.class).consistent().build();
  static final Query<OfUser, Membership> M5 =
      MEMBERSHIP.index("user_chats-index").query("M5", "chats of a user", OfUser.class).build();
  static final Get<Of, Membership> M6 =
      MEMBERSHIP.get("M6", "is the user a member", Of.class).consistent().build();
  static final Put<Membership, Membership> M7 =
      MEMBERSHIP.put("M7", "add member").ifAbsent().build();
  static final Delete<Of, Membership> M8 = MEMBERSHIP.delete("M8", "remove", Of.class).build();
  static final Query<At, Message> M9 =
      MESSAGE
          .query("M9", "messages after a sequence", At.class)
          .after(At::sequence)
          .consistent()
          .build();
  static final Query<OfChat, Message> M10 =
      MESSAGE.query("M10", "recent N messages", OfChat.class).descending().consistent().build();
  static final Get<At, Message> M11 = MESSAGE.get("M11", "one message", At.class).build();

  /** The seed accepts "~1000 msg/sec" to one chat. */
  static final Update<OfChat, Counter> M12 =
      COUNTER
          .update("M12", "allocate sequence", OfChat.class)
          .add(Counter::sequenceCounter)
          .of(1L)
          .load(perSecond(1000).hottestKey(1))
          .build();

  static final Get<OfKey, IdempotencyKey> M13 =
      KEY.get("M13", "check duplicate", OfKey.class).build();
  static final Get<Of, DeliveryState> M14 = STATE.get("M14", "delivery state", Of.class).build();
  static final Update<Reached, DeliveryState> M15 =
      STATE
          .update("M15", "update watermark", Reached.class)
          .set(DeliveryState::lastAckedSequence)
          .to(param(Reached::sequence))
          .set(DeliveryState::updatedAt)
          .to(param(Reached::at))
          .when(
              absent(DeliveryState::lastAckedSequence)
                  .or(field(DeliveryState::lastAckedSequence).lessThan(param(Reached::sequence))))
          .build();
  static final Get<OfSession, Session> M16 =
      SESSION_OF.get("M16", "validate session", OfSession.class).build();
  static final Query<OfUser, Session> M17 =
      SESSION_OF
          .index("user_sessions-index")
          .query("M17", "sessions of a user", OfUser.class)
          .build();
  static final Query<OfUser, DeliveryState> M18 =
      STATE.query("M18", "all delivery states of a user", OfUser.class).build();
  static final Delete<OfSession, Session> M19 =
      SESSION_OF.delete("M19", "revoke session", OfSession.class).build();
  static final BatchWrite<OfSession, Session> REMOVE =
      SESSION_OF.batchWrite("M20.remove", "remove those found", OfSession.class).build();
  static final Composite M20 =
      Composite.of(
          "M20", "revoke all sessions", "GSI + base: Query then BatchWriteItem", M17, REMOVE);

  static final Model MODEL =
      Model.named("messenger as ADR-007 has it")
          .entities(MESSAGE, COUNTER, KEY, USER, CHAT_OF, MEMBERSHIP, STATE, SESSION_OF)
          .patterns(M1, M2, M3, M4, M5, M6, M7, M8, M9, M10, M11)
          .patterns(M12, M13, M14, M15, M16, M17, M18, M19, M20)
          .build();

  private MessengerSeed() {}
}
