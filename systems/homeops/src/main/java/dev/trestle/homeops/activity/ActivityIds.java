package dev.trestle.homeops.activity;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.ActivityId;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.platform.crypto.Sha256;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The ids of activities and promises. They are derived from the message's time and a hash of its
 * content, so a message that is handled twice produces the same ids.
 */
public final class ActivityIds {
  private static final int MARK_LENGTH = 10;

  private ActivityIds() {}

  /** The id of one act in a message. */
  public static ActivityId of(
      ChatId chatId, MessageNumber messageId, Instant at, String activity, MemberId member) {
    var hash =
        ByteBuffer.wrap(
            Sha256.of(
                chatId.value()
                    + '\n'
                    + messageId.value()
                    + '\n'
                    + activity
                    + '\n'
                    + member.value()));
    return ulid(at, hash.getShort(), hash.getLong());
  }

  /** All ids that a message of this time can have. */
  public static Activities.Ids ofMessage(ChatId chatId, Instant at) {
    return new Activities.Ids(chatId, ulid(at, (short) 0, 0), ulid(at, (short) -1, -1));
  }

  private static ActivityId ulid(Instant at, short high, long low) {
    return new ActivityId(new Ulid((at.toEpochMilli() << 16) | (high & 0xffff), low).toString());
  }

  /** A short form that distinguishes the activities of one member and kind. */
  public static String mark(ActivityId activityId) {
    var ulid = activityId.value();
    return ulid.substring(ulid.length() - MARK_LENGTH);
  }
}
