package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.AliasSource;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.PreferenceMetric;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.ResponseCounters;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The seeds' patterns A1 to A10 and H11 to H34, as the engine's own record of requests has them.
 */
class HomeOpsPatternsTest {
  private static final ChatId CHAT = TestHousehold.CHAT;
  private static final String BY_TIME = "Query homeops-messages chatId-timestamp-index";
  private static final String BY_ACTIVITY = "Query homeops-activities chatId-activity-index";
  private static final String GET = "GetItem homeops";
  private static final String PUT = "PutItem homeops";
  private static final String QUERY = "Query homeops";

  private final TestHousehold household = new TestHousehold();
  private final Store store = household.store;
  private final List<RequestRecord> requests = new CopyOnWriteArrayList<>();
  private final Instant now = household.clock.instant();
  private final MemberId martin = household.martin;
  private final MemberId anna = household.anna;

  @BeforeEach
  void live() {
    household.martin("diskat");
    household.anna("dammsugit");
    household.aliases.set(CHAT, "fixat maskinen", "tvätt", household.martin);
  }

  @AfterEach
  void close() {
    household.close();
  }

  private List<String> seen(Consumer<Store> call) {
    requests.clear();
    household.trestle.engine().observe(requests::add);
    try {
      call.accept(store);
    } finally {
      household.trestle.engine().stopObserving();
    }
    return requests.stream()
        .map(request ->
            request.operation()
                + " "
                + request.table()
                + request.index().map(index -> " " + index).orElse(""))
        .toList();
  }

  private void expect(String id, String request, Consumer<Store> call) {
    assertThat(seen(call)).as(id).containsExactly(request);
  }

  @Test
  void a1_to_a10_are_one_request_each() {
    var to = now.plus(Duration.ofHours(1));
    expect("A1", BY_TIME, s -> s.run(Messages.BETWEEN, new Messages.Between(CHAT, now, to)));
    expect(
        "A2",
        BY_TIME,
        s -> s.run(Messages.BY_USER_IN_CHAT, new Messages.ByUserInChat(CHAT, martin)));
    expect(
        "A3",
        "Query homeops-activities",
        s -> s.run(Activities.RECENT, new Activities.OfChat(CHAT)));
    expect(
        "A4",
        "Query homeops-activities userId-timestamp-index",
        s -> s.run(Activities.BY_USER, new Activities.OfUser(martin)));
    expect(
        "A5", GET, s -> s.run(HouseholdMembers.FIND_PROFILE, new HouseholdMembers.OfUser(martin)));
    expect(
        "A6",
        GET,
        s -> s.run(Memory.ACTIVITY_BY_ALIAS, new Memory.OfAlias(CHAT, "fixat maskinen")));
    var pair =
        new HouseholdMembers.Pair(household.home().id(), martin, anna, new IsoWeek("2026-W11"));
    expect("A7", GET, s -> s.run(HouseholdMembers.FIND_BALANCE, pair));
    expect("A8", QUERY, s -> s.run(Promises.ACTIVE, new Promises.OfUser(martin)));
    expect("A9", QUERY + " GSI1", s -> s.run(Promises.OVERDUE, new Promises.Overdue(3, now)));
    expect(
        "A10",
        GET,
        s ->
            s.run(
                HouseholdMembers.FIND_SUMMARY,
                new HouseholdMembers.Week(martin, new IsoWeek("2026-W11"))));
  }

  @Test
  void h11_to_h26_are_one_request_each() {
    expect(
        "H11", BY_TIME, s -> s.run(Messages.BY_USER, new Messages.ByUser(List.of(CHAT), martin)));
    expect("H12", QUERY, s -> s.run(Memory.ALIASES_OF_USER, new Memory.OfChat(CHAT)));
    expect(
        "H13",
        QUERY + " GSI1",
        s -> s.run(HouseholdMembers.BALANCES_OF_USER, new HouseholdMembers.OfUser(martin)));
    var from = Optional.of(new MessageNumber(1));
    var alias =
        new Memory.Alias(
            CHAT, "x", "tvätt", 1, AliasSource.learned, from, Optional.of(martin), now);
    expect("H14", PUT, s -> s.run(Memory.SAVE_ALIAS, alias));
    expect("H15", QUERY, s -> s.run(Memory.ALIASES_OF_CHAT, new Memory.OfChat(CHAT)));
    expect("H16", GET, s -> s.run(Memory.FIND_ALIAS, new Memory.OfAlias(CHAT, "x")));
    var effort = household.effort("diskning").orElseThrow();
    expect("H17", PUT, s -> s.run(Memory.UPDATE_EFFORT, effort));
    expect("H18", GET, s -> s.run(Memory.FIND_EFFORT, new Memory.OfEffort(martin, "diskning")));
    var preference = new Memory.NewPreference(martin, PreferenceMetric.ignoreRate, 0.5, 0, now);
    expect("H19", "UpdateItem homeops", s -> s.run(Memory.UPDATE_PREFERENCE, preference));
    expect("H20", QUERY, s -> s.run(Memory.PREFERENCES_OF_USER, new Memory.OfUser(martin)));
    var habit = household.habit("diskning").orElseThrow();
    expect("H21", PUT, s -> s.run(Memory.UPDATE_HABIT, habit));
    expect("H22", GET, s -> s.run(Memory.FIND_HABIT, new Memory.OfHabit(CHAT, martin, "diskning")));
    expect("H23", QUERY, s -> s.run(Memory.HABITS_OF_USER, new Memory.HabitsOf(CHAT, martin)));
    var status =
        new HouseholdMembers.DmStatus(
            martin, true, "42", new IsoWeek("2026-W11"), 0, Optional.empty(), now, 0);
    expect("H24", PUT, s -> s.run(HouseholdMembers.SAVE_DM_STATUS, status));
    expect(
        "H25",
        GET,
        s -> s.run(HouseholdMembers.FIND_DM_STATUS, new HouseholdMembers.OfUser(martin)));
    expect(
        "H26",
        QUERY + " GSI1",
        s -> s.run(Memory.ALIASES_OF_ACTIVITY, new Memory.OfActivity(CHAT, "tvätt")));
  }

  @Test
  void h27_to_h34_are_one_request_each() {
    var to = now.plus(Duration.ofHours(1));
    expect("H27", BY_ACTIVITY, s -> s.run(Activities.LATEST, new Activities.Of(CHAT, "diskning")));
    expect(
        "H28",
        GET,
        s -> s.run(Memory.LAST_DONE_BY_USER, new Memory.OfHabit(CHAT, martin, "diskning")));
    expect(
        "H29",
        BY_ACTIVITY,
        s -> s.run(Activities.WITHIN, new Activities.Within(CHAT, "diskning", now, to)));
    var message = household.messages().getFirst();
    expect("H30", "PutItem homeops-messages", s -> s.run(Messages.SAVE, message));
    var activity = household.activities().getFirst();
    expect("H31", "PutItem homeops-activities", s -> s.run(Activities.SAVE, activity));
    var day = new ResponseCounters.OfDay(CHAT, "2026-03-11");
    expect("H32", "GetItem homeops-response-counters", s -> s.run(ResponseCounters.FIND, day));
    var claim = new ResponseCounters.Claim(CHAT, "2026-03-11", "99", to);
    expect(
        "H33", "UpdateItem homeops-response-counters", s -> s.run(ResponseCounters.CLAIM, claim));
    expect("H34", BY_TIME, s -> s.run(Messages.SINCE, new Messages.Since(CHAT, now)));
  }

  /** Memory questions as people ask them. */
  @Test
  void questions_about_the_past_read_one_index_or_one_habit() {
    assertThat(seen(_ -> household.martin("vem diskade senast?"))).contains(BY_ACTIVITY);
    assertThat(household.chat.sent).last().asString().startsWith("diskning: Martin");
    assertThat(seen(_ -> household.martin("hur ofta har vi diskat den här veckan?")))
        .contains(BY_ACTIVITY);
    assertThat(requests).extracting(RequestRecord::operation).doesNotContain("Scan");
  }

  /** The nine steps of seed 003 with their decision, and nothing that was not asked for. */
  @Test
  void a_message_that_reports_a_chore_makes_these_requests() {
    household.chat.reacts = true;
    household.martin("diskat");
    var made = seen(_ -> household.martin("diskat"));
    assertThat(made).doesNotContain("Scan homeops", "Scan homeops-activities");
    assertThat(made).filteredOn("PutItem homeops-messages"::equals).hasSize(1);
    assertThat(made).filteredOn("PutItem homeops-activities"::equals).hasSize(1);
    // Understood, effort, habit, decided.
    assertThat(made).filteredOn(PUT::equals).hasSize(4);
    double writes = requests.stream().mapToDouble(RequestRecord::writeUnits).sum();
    double reads = requests.stream().mapToDouble(RequestRecord::readUnits).sum();
    // The message, the activity, effort, habit, and the two states of the decision. The record has
    // the tables only; MessageCostTest counts their indexes too.
    assertThat(writes).isEqualTo(6);
    assertThat(reads).isLessThanOrEqualTo(5);
  }

  @Test
  void a_message_that_reports_nothing_costs_its_storing_and_its_decision() {
    household.martin("hej");
    seen(_ -> household.martin("hej på er"));
    assertThat(requests.stream().mapToDouble(RequestRecord::writeUnits).sum()).isEqualTo(2);
  }
}
