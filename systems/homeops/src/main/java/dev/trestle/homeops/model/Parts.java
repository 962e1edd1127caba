package dev.trestle.homeops.model;

import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import java.time.Instant;

/** The pieces that HomeOps' keys are made of. */
final class Parts {
  static final Part<ChatId> CHAT =
      Part.text("chatId", Alphabet.of("0-9A-Za-z_-"), 64)
          .as(ChatId.class, ChatId::new, ChatId::value);

  static final Part<MessageNumber> MESSAGE =
      Part.number("messageId", 0, MessageNumber.MAX.value())
          .as(MessageNumber.class, MessageNumber::new, MessageNumber::value);

  /** A member's own number, in an attribute of type N. */
  static final Part<MemberId> USER_NUMBER =
      Part.number("userId", 0, 999_999_999_999_999L)
          .as(MemberId.class, MemberId::new, MemberId::value);

  /** The same in a text, as plain digits. */
  static final Part<MemberId> USER =
      Part.text("userId", Alphabet.DIGITS, 15)
          .as(Long.class, Long::parseLong, String::valueOf)
          .as(MemberId.class, MemberId::new, MemberId::value);

  static final Part<Instant> TIMESTAMP = Part.seconds("timestamp");
  static final Part<ActivityId> ACTIVITY_ID =
      Part.ulid("activityId", "").as(ActivityId.class, ActivityId::new, ActivityId::value);

  /** A chore's own name, in small letters, as the vocabulary has it. */
  static final Part<String> ACTIVITY = Part.text("activity", Alphabet.of("a-z0-9åäöæøéü _-"), 64);

  static final Part<String> ALIAS = Part.raw("alias", 128);
  static final Part<PreferenceMetric> METRIC =
      Part.text("metric", Alphabet.of("A-Za-z"), 32)
          .as(PreferenceMetric.class, PreferenceMetric::valueOf, PreferenceMetric::name);
  static final Part<HouseholdId> HOUSEHOLD =
      Part.ulid("household", HouseholdId.PREFIX)
          .as(HouseholdId.class, HouseholdId::new, HouseholdId::value);

  /** Another system, and its id of a member. */
  static final Part<Source> SOURCE =
      Part.text("source", Alphabet.of("a-z"), 20).as(Source.class, Source::new, Source::value);

  static final Part<String> OUTSIDE = Part.escaped("outside", 128);

  static final Part<IsoWeek> PERIOD =
      Part.text("period", Alphabet.of("0-9W-"), 8)
          .asOrdered(IsoWeek.class, IsoWeek::new, IsoWeek::value);

  static final Part<String> DATE = Part.text("date", Alphabet.of("0-9-"), 10);
  static final Part<PromiseId> PROMISE =
      Part.ulid("promise", PromiseId.PREFIX).as(PromiseId.class, PromiseId::new, PromiseId::value);
  static final Part<Instant> MADE = Part.isoMillis("made");
  static final Part<Instant> DECIDED = Part.isoMillis("decided");
  static final Part<Instant> FOLLOW_UP = Part.isoMillis("followUp");
  static final Part<Instant> PLAN_AT = Part.isoMillis("planAt");

  /** The number of partitions over which due promises are spread. */
  static final int DUE_SHARDS = 8;

  static final Part<Long> DUE = Part.number("due", 0, DUE_SHARDS - 1);

  /** An invitation code of ten letters and digits. */
  static final Part<String> INVITE = Part.text("invite", Alphabet.of("0-9a-z"), 16);

  /** A client's own name for a message that it sends. */
  static final Part<String> CLIENT_ID = Part.escaped("clientId", 64);

  private Parts() {}
}
