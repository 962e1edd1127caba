package dev.trestle.accounts.model;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** The parts that keys of accounts are made of. Other systems use {@link #USER_ID} in theirs. */
public final class AccountKeys {
  public static final Part<UserId> USER_ID =
      Part.ulid("userId", "user_").as(UserId.class, UserId::new, UserId::value);

  static final Part<SessionId> SESSION_ID =
      Part.ulid("sessionId", "sess_").as(SessionId.class, SessionId::new, SessionId::value);

  /** E.164: a plus and at most 15 digits. */
  static final Part<String> PHONE_NUMBER = Part.text("phoneNumber", Alphabet.of("+0-9"), 16);

  /** A keyed hash in hex digits. */
  static final Part<String> PHONE_HASH = Part.text("phoneHash", Alphabet.of("0-9a-f"), 64);

  /** A system's name, such as {@code messenger}. */
  static final Part<String> SYSTEM = Part.text("system", Alphabet.of("a-z"), 32);

  private AccountKeys() {}
}
