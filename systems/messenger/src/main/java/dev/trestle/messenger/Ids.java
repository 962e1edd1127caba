package dev.trestle.messenger;

import com.github.f4b6a3.ulid.UlidFactory;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** Makes new ids: a prefix and a ULID. */
public final class Ids {
  private final UlidFactory ulids;
  private final InstantSource clock;

  public Ids(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.ulids =
        UlidFactory.newInstance(length -> {
          var bytes = new byte[length];
          random.nextBytes(bytes);
          return bytes;
        });
  }

  public UserId user() {
    return new UserId("user_" + ulid());
  }

  public ChatId chat() {
    return new ChatId("chat_" + ulid());
  }

  public MessageId message() {
    return new MessageId("msg_" + ulid());
  }

  public SessionId session() {
    return new SessionId("sess_" + ulid());
  }

  /** A ULID without a prefix. */
  public String ulid() {
    return ulids.create(clock.millis()).toString();
  }
}
