package dev.trestle.homeops.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.homeops.TestHousehold;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.PreferenceMetric;
import dev.trestle.homeops.model.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What is left of a member whose account is closed, and what an export has. */
class HomeOpsDataTest {
  private static final UserId USER = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");

  /** More than a page of each list. */
  private static final int MANY = 120;

  /** Two of them are made each time, whether they change something or not. */
  private static final int WRITES_PER_ATTEMPT = 3;

  private static final int ATTEMPTS_MAX = 1000;

  private final TestHousehold household = new TestHousehold();
  private final MemberId martin = household.martin;
  private final HomeOpsData data =
      new HomeOpsData(household.store, household.directory, household.promises, household.aliases);

  @AfterEach
  void close() {
    household.close();
  }

  @BeforeEach
  void live() {
    household.chat.reacts = true;
    household.store.run(
        HouseholdMembers.ADD_IDENTITY,
        new HouseholdMembers.Identity(Source.ACCOUNT, USER.value(), household.home().id(), martin));
    household.martin("diskat");
    household.anna("dammsugit");
    var now = household.clock.instant();
    for (int i = 0; i < MANY; i++) {
      remember("syssla " + i, now);
    }
    household.store.run(
        Memory.UPDATE_PREFERENCE,
        new Memory.NewPreference(martin, PreferenceMetric.ignoreRate, 0.5, 0, now));
    household.aliases.set(TestHousehold.CHAT, "fixat maskinen", "tvätt", martin);
    household.aliases.set(TestHousehold.CHAT, "mysat", "egentid", household.anna);
    household.directMessages.open(martin, "42");
    household.clock.advance(Duration.ofDays(7));
    household.balances.settle(household.home(), new IsoWeek("2026-W11"));
  }

  private void remember(String activity, Instant now) {
    household.store.run(
        Memory.UPDATE_EFFORT,
        new Memory.Effort(martin, activity, 1, 1, Optional.empty(), List.of("X1Y2Z3A4B52"), 0));
    household.store.run(
        Memory.UPDATE_HABIT,
        new Memory.Habit(
            TestHousehold.CHAT,
            martin,
            activity,
            Map.of("mon", 1L),
            Map.of("8", 1L),
            1,
            now,
            List.of("X1Y2Z3A4B5"),
            0));
    household.promises.make(
        new PromiseKeeper.NewPromise(
            TestHousehold.CHAT, new MessageNumber(7), now, martin, activity, "sen", now),
        household.home().zone());
  }

  /** The items that name the member; their identity in the chat is not the account's. */
  private List<String> left() {
    var digits = martin.toString();
    return household.dump().entrySet().stream()
        .filter(
            item -> item.getKey().contains(digits) || item.getValue().toString().contains(digits))
        .map(Map.Entry::getKey)
        .filter(key -> !key.contains("IDENTITY#test"))
        .toList();
  }

  @Test
  void only_the_activities_of_a_former_member_are_left() {
    assertThat(left()).hasSizeGreaterThan(3 * MANY);
    data.erase(USER);
    assertErased();
    data.erase(USER);
    assertErased();
  }

  private void assertErased() {
    assertThat(left()).singleElement().asString().startsWith("homeops-activities");
    assertThat(household.activities())
        .extracting(Activity::userName)
        .containsExactlyInAnyOrder("a former member", "Anna");
    assertThat(household.home().name(martin)).isEmpty();
    assertThat(household.aliases.reliable(TestHousehold.CHAT)).containsOnlyKeys("mysat");
    assertThat(household.balances.own(household.home(), household.anna, household.clock.instant()))
        .isNotNull();
  }

  @Test
  void an_erasure_goes_on_where_it_was_interrupted() {
    var writes = new AtomicInteger();
    int attempts = 0;
    boolean isDone = false;
    while (!isDone) {
      assertThat(++attempts).isLessThan(ATTEMPTS_MAX);
      writes.set(WRITES_PER_ATTEMPT);
      household.unreachable.set(request -> isWrite(request) && writes.getAndDecrement() <= 0);
      try {
        data.erase(USER);
        isDone = true;
      } catch (IllegalStateException again) {
        // The next start goes on.
      }
    }
    household.unreachable.set(_ -> false);
    assertThat(attempts).isGreaterThan(MANY);
    assertErased();
  }

  private static boolean isWrite(Object request) {
    return request instanceof DeleteItemRequest
        || request instanceof PutItemRequest
        || request instanceof UpdateItemRequest;
  }

  @Test
  void an_export_has_all_that_is_known_of_a_member_and_nothing_of_others() {
    var records = new ArrayList<String>();
    data.export(USER, (type, fields) -> records.add(type + " " + fields));
    for (var type : List.of("promise", "effort", "habit")) {
      assertThat(records)
          .filteredOn(line -> line.startsWith(type + " "))
          .hasSizeGreaterThan(MANY - 1);
    }
    assertThat(records).anyMatch(line -> line.startsWith("message ") && line.contains("diskat"));
    assertThat(records).anyMatch(line -> line.startsWith("activity ") && line.contains("diskning"));
    assertThat(records).anyMatch(line -> line.startsWith("alias ") && line.contains("fixat"));
    assertThat(records).anyMatch(line -> line.startsWith("preference "));
    assertThat(records).anyMatch(line -> line.startsWith("summary ") && line.contains("2026-W11"));
    assertThat(records).noneMatch(line -> line.contains("dammsug") || line.contains("mysat"));
  }
}
