package dev.trestle.homeops.model.seed;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Map;

/** The parts of the two pages that were corrected later. The rest is as in the model. */
final class HomeOpsSeed {
  static final Part<String> CHAT = Part.text("chatId", Alphabet.of("0-9-"), 20);
  static final Part<Long> MESSAGE = Part.number("messageId", 0, 999_999_999_999L);
  static final Part<Long> USER_NUMBER = Part.number("userId", 0, 999_999_999_999L);
  static final Part<Long> USER =
      Part.text("userId", Alphabet.DIGITS, 15).as(Long.class, Long::parseLong, String::valueOf);
  static final Part<Instant> TIMESTAMP = Part.seconds("timestamp");
  static final Part<String> ACTIVITY_ID = Part.ulid("activityId", "");
  static final Part<String> ACTIVITY = Part.text("activity", Alphabet.of("a-zåäö"), 64);
  static final Part<String> HOUSEHOLD = Part.text("household", Alphabet.of("0-9a-z"), 20);
  static final Part<String> PERIOD = Part.text("period", Alphabet.of("0-9W-"), 8);
  static final Part<String> PROMISE = Part.text("promise", Alphabet.of("0-9a-z_"), 20);
  static final Part<Instant> MADE = Part.isoMillis("made");
  static final Part<Instant> DEADLINE = Part.isoMillis("deadline");

  /** The state of a promise. */
  enum State {
    active,
    fulfilled,
    expired
  }

  static final Part<State> STATUS = Part.code("status", State.class, State::name);

  static final Instant NOW = Instant.parse("2026-02-17T10:30:00Z");

  record Message(
      String chatId,
      long messageId,
      long userId,
      String userName,
      String text,
      Instant timestamp) {}

  record Activity(
      String chatId, String activityId, long userId, String activity, Instant timestamp) {}

  record Balance(
      String household, long userId, long other, String period, double netLoad1, double netLoad2) {}

  record Promise(
      long userId,
      Instant made,
      String promise,
      String description,
      Instant deadline,
      State status) {}

  record Habit(
      String chatId, long userId, String activity, Map<String, Long> dayOfWeekCounts, long total) {}

  static final Table MESSAGES =
      Table.named("homeops-messages")
          .partition(string("chatId"))
          .sort(number("messageId"))
          .recoverable()
          .build();

  static final Table ACTIVITIES =
      Table.named("homeops-activities")
          .partition(string("chatId"))
          .sort(string("activityId"))
          .global(index("userId-timestamp-index", number("userId")).sort(number("timestamp")).all())
          .build();

  static final Table HOMEOPS =
      Table.named("homeops")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("GSI1", string("gsi1pk")).sort(string("gsi1sk")).all())
          .build();

  static final Entity<Message> MESSAGE_OF =
      MESSAGES
          .entity(Message.class, lookup())
          .partition(CHAT)
          .sort(MESSAGE)
          .population(Population.of(60_000, 60_000).growing(170))
          .example(new Message("-123456", 456, 42, "Martin", "jag har diskat", NOW));

  static final Entity<Activity> ACTIVITY_OF =
      ACTIVITIES
          .entity(Activity.class, lookup())
          .partition(CHAT)
          .sort(ACTIVITY_ID)
          .in("userId-timestamp-index", USER_NUMBER, TIMESTAMP)
          .example(new Activity("-123456", "01JCQZ8M5R3V7W9X1Y2Z3A4B5C", 42, "diskning", NOW));

  static final Entity<Balance> BALANCE =
      HOMEOPS
          .entity(Balance.class, lookup())
          .partition(KeyTemplate.of("HOUSEHOLD#<household>", HOUSEHOLD))
          .sort(
              KeyTemplate.of(
                  "BALANCE#USER#<userId>#USER#<other>#<period>", USER, USER.named("other"), PERIOD))
          .in(
              "GSI1",
              KeyTemplate.of("USER#<userId>", USER),
              KeyTemplate.of("BALANCE#<period>", PERIOD))
          .example(new Balance("h1", 42, 99, "2026-W07", 12.5, 9));

  static final Entity<Promise> PROMISE_OF =
      HOMEOPS
          .entity(Promise.class, lookup())
          .partition(KeyTemplate.of("USER#<userId>", USER))
          .sort(KeyTemplate.of("PROMISE#<made>#<promise>", MADE, PROMISE))
          .in(
              "GSI1",
              KeyTemplate.of("PROMISE_STATUS#<status>", STATUS),
              KeyTemplate.of("PROMISE_DEADLINE#<deadline>", DEADLINE))
          .example(
              new Promise(
                  42, NOW, "prm_abc123", "ta disken", NOW.plusSeconds(86_400), State.active));

  static final Entity<Habit> HABIT =
      HOMEOPS
          .entity(Habit.class, lookup())
          .partition(KeyTemplate.of("PATTERN#<chatId>#<userId>", CHAT, USER))
          .sort(ACTIVITY)
          .example(new Habit("-123456", 42, "diskning", Map.of("mon", 5L), 5));

  record Between(String chatId, Instant from, Instant to) {}

  record OfUser(long userId) {}

  record OfOther(long other) {}

  record LastOf(long userId, String activity) {}

  record InChat(String chatId, String activity) {}

  record Overdue(State status, Instant now) {}

  record OfHabit(String chatId, long userId, String activity) {}

  /** "PK=chatId, SK between timestamps", though the sort key is the message's number. */
  static Query<Between, Message> a1() {
    return MESSAGE_OF
        .query("A1", "messages of a chat in a time range", Between.class)
        .between(Between::from, Between::to)
        .build();
  }

  static final Put<Message, Message> H30 = MESSAGE_OF.put("H30", "save message").build();
  static final Put<Activity, Activity> H31 = ACTIVITY_OF.put("H31", "save activity").build();

  /** "Who did diskning last?", before the third index was proposed: reads everything. */
  static final Query<InChat, Activity> H27 =
      ACTIVITY_OF
          .query("H27", "who did it last", InChat.class)
          .filter(field(Activity::activity).is(param(InChat::activity)))
          .descending()
          .single()
          .page(100)
          .build();

  /** "Limit: 10, over-fetch to compensate for filter". */
  static final Query<LastOf, Activity> H28 =
      ACTIVITY_OF
          .index("userId-timestamp-index")
          .query("H28", "when did U last do it", LastOf.class)
          .filter(field(Activity::activity).is(param(LastOf::activity)))
          .descending()
          .single()
          .page(10)
          .build();

  static final Put<Balance, Balance> SETTLE = BALANCE.put("balance.save", "save a balance").build();
  static final Query<OfUser, Balance> H13 =
      BALANCE.index("GSI1").query("H13", "balances of a user", OfUser.class).build();

  /** The same question by the one who stands second in the pair. */
  static final Query<OfOther, Balance> H13_OTHER =
      BALANCE.index("GSI1").query("H13.other", "balances of the other user", OfOther.class).build();

  static final Get<OfHabit, Habit> H22 = HABIT.get("H22", "habit", OfHabit.class).build();

  /** "Always use PutItem with a full read-modify-write." */
  static final Put<Habit, Habit> H21 = HABIT.put("H21", "update habit").build();

  /**
   * This many households, each with four promises made or settled per day, and one poll per minute.
   */
  static Model model(long households) {
    var load = perDay(4.0 * households).hottestKey(1);
    var save = PROMISE_OF.put("promise.save", "make or settle a promise").load(load).build();
    var overdue =
        PROMISE_OF
            .index("GSI1")
            .query("A9", "overdue promises", Overdue.class)
            .before(Overdue::now)
            .load(perDay(1440))
            .build();
    return Model.named("homeops as its pages have it")
        .entities(MESSAGE_OF, ACTIVITY_OF, BALANCE, PROMISE_OF, HABIT)
        .patterns(H30, H31, H27, H28, SETTLE, H13, H13_OTHER, H22, H21, save, overdue)
        .build();
  }

  static final Model MODEL = model(1);

  private HomeOpsSeed() {}
}
