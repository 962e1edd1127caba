package dev.trestle.homeops.plan;

import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.DirectMessages;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.model.Households;
import dev.trestle.homeops.model.Households.Plan;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.reply.PrivateText;
import dev.trestle.homeops.reply.ToneFilter;
import dev.trestle.homeops.time.QuietHours;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Looks at each household every morning. On the first morning of a week it stores the balances and
 * summaries of the week before, and sends the summaries to those who asked for them; otherwise it
 * does nothing.
 */
public final class Plans {
  private static final LocalTime MORNING = LocalTime.of(9, 0);
  private static final int ATTEMPTS_MAX = 10;

  private final Store store;
  private final HouseholdDirectory directory;
  private final Balances balances;
  private final DirectMessages messages;
  private final InstantSource clock;

  public Plans(
      Store store,
      HouseholdDirectory directory,
      Balances balances,
      DirectMessages messages,
      InstantSource clock) {
    this.store = store;
    this.directory = directory;
    this.balances = balances;
    this.messages = messages;
    this.clock = clock;
  }

  /** The next morning. */
  static Instant tomorrow(Instant now, ZoneId zone) {
    return now.atZone(zone).toLocalDate().plusDays(1).atTime(MORNING).atZone(zone).toInstant();
  }

  /** Does what a household's plan says, and says when to look again. */
  public void due(Plan plan) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var home = directory.find(plan.household());
    if (home.isEmpty()) {
      return;
    }
    var zone = home.get().zone();
    if (QuietHours.contain(now, zone)) {
      save(plan, QuietHours.endFrom(now, zone), plan.summarised());
      return;
    }
    var week = IsoWeek.of(now, zone).minusWeeks(1);
    if (!plan.summarised().equals(Optional.of(week))) {
      balances.settle(home.get(), week);
      home.get().members().forEach(member -> sendSummary(home.get(), member.id(), week));
    }
    save(plan, tomorrow(now, zone), Optional.of(week));
  }

  private void sendSummary(Home home, MemberId member, IsoWeek week) {
    var summary = balances.summary(home, member, week);
    var text =
        new PrivateText(home.record().language())
            .summary(
                week,
                summary.choresCount(),
                summary.recoveryCount(),
                summary.netLoad(),
                summary.fairnessScore());
    if (ToneFilter.allows(text)) {
      messages.sendSummary(home, member, week, text);
    }
  }

  private void save(Plan plan, Instant next, Optional<IsoWeek> summarised) {
    store.run(
        Households.SAVE_PLAN,
        new Plan(
            plan.household(), plan.due(), next, plan.proactiveDay(), summarised, plan.version()));
  }

  /** Claims the one message a day that nobody asked for. */
  boolean claimMessage(Home home, Instant now) {
    var day = now.atZone(home.zone()).toLocalDate().toString();
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var plan = store.run(Households.FIND_PLAN, new Households.OfHousehold(home.id()));
      if (plan.isEmpty() || plan.get().proactiveDay().equals(Optional.of(day))) {
        return false;
      }
      var claimed =
          new Plan(
              plan.get().household(),
              plan.get().due(),
              plan.get().planAt(),
              Optional.of(day),
              plan.get().summarised(),
              plan.get().version());
      if (store.run(Households.SAVE_PLAN, claimed).isDone()) {
        return true;
      }
    }
    return false;
  }
}
