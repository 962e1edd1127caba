package dev.trestle.homeops.balance;

import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.Balance;
import dev.trestle.homeops.model.HouseholdMembers.Summary;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the load is shared. A week's load is the effort of chores minus that of recovery. It is
 * always computed from the log, so an undo changes nothing here; only past weeks are stored, pair
 * by pair. A member sees their own load and share, never another member's.
 */
public final class Balances {
  /** The number of weeks in a share. */
  public static final int WEEKS = 4;

  /** How much less each earlier week counts. */
  static final double DECAY = 0.5;

  /** A load that reminders are not added to. */
  static final double HIGH_LOAD = 25;

  private static final int ACTIVITIES_MAX = 2000;

  private final Store store;
  private final InstantSource clock;

  public Balances(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** One member's week. */
  public record Week(String week, int chores, int recoveries, double effort, double recovery) {
    /** The week's load. */
    public double load() {
      return effort - recovery;
    }
  }

  /**
   * What a member may see of their balance.
   *
   * @param weeks the latest first
   * @param share their part of the household's effort; empty if there was none
   */
  public record OwnBalance(List<Week> weeks, Optional<Double> share) {
    public Week current() {
      return weeks.getFirst();
    }
  }

  public OwnBalance own(Home home, long member, Instant now) {
    var current = Weeks.of(now, home.zone());
    double mine = 0;
    double all = 0;
    List<Week> own = List.of();
    for (var each : home.members()) {
      var weeks = weeks(home, each.id(), current);
      double effort = decayed(weeks);
      all += effort;
      if (each.id() == member) {
        own = weeks;
        mine = effort;
      }
    }
    if (own.isEmpty()) {
      own = weeks(home, member, current);
    }
    return new OwnBalance(own, all == 0 ? Optional.empty() : Optional.of(mine / all));
  }

  private static double decayed(List<Week> weeks) {
    double weight = 1;
    double sum = 0;
    for (var week : weeks) {
      sum += weight * week.effort();
      weight *= DECAY;
    }
    return sum;
  }

  /** The last weeks of a member, the current one first. */
  private List<Week> weeks(Home home, long member, String current) {
    var from = Weeks.monday(current).minusWeeks(WEEKS - 1).atStartOfDay(home.zone()).toInstant();
    var to = Weeks.monday(current).plusWeeks(1).atStartOfDay(home.zone()).toInstant();
    var byWeek = new HashMap<String, List<Activity>>();
    store.stream(
            Activities.BY_USER_WITHIN,
            new Activities.UserWithin(member, from, to.minusSeconds(1)),
            ACTIVITIES_MAX)
        .forEach(activity ->
            byWeek
                .computeIfAbsent(
                    Weeks.of(activity.timestamp(), home.zone()), _ -> new ArrayList<>())
                .add(activity));
    var weeks = new ArrayList<Week>();
    for (int i = 0; i < WEEKS; i++) {
      var week = Weeks.before(current, i);
      weeks.add(week(week, byWeek.getOrDefault(week, List.of())));
    }
    return weeks;
  }

  private static Week week(String week, List<Activity> activities) {
    int chores = 0;
    int recoveries = 0;
    double effort = 0;
    double recovery = 0;
    for (var activity : activities) {
      double weight = activity.effort().weight();
      if (activity.type() == Kind.chore) {
        chores++;
        effort += weight;
      } else {
        recoveries++;
        recovery += weight;
      }
    }
    return new Week(week, chores, recoveries, effort, recovery);
  }

  public boolean isHighlyLoaded(Home home, long member, Instant now) {
    return weeks(home, member, Weeks.of(now, home.zone())).getFirst().load() > HIGH_LOAD;
  }

  /** Recomputes a stored week after a change in it. */
  public void changed(Home home, Instant at, Instant now) {
    var week = Weeks.of(at, home.zone());
    if (!week.equals(Weeks.of(now, home.zone())) && isSettled(home, week)) {
      settle(home, week);
    }
  }

  private boolean isSettled(Home home, String week) {
    var members = home.members();
    return members.size() > 1
        && store
            .run(
                HouseholdMembers.FIND_BALANCE,
                new HouseholdMembers.Pair(
                    home.id(), members.get(0).id(), members.get(1).id(), week))
            .isPresent();
  }

  /** Stores a week that has ended, from the side of each member. */
  public void settle(Home home, String week) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var members = home.members();
    Map<Long, Double> loads = new HashMap<>();
    members.forEach(
        member -> loads.put(member.id(), weeks(home, member.id(), week).getFirst().load()));
    for (int i = 0; i < members.size(); i++) {
      for (int k = i + 1; k < members.size(); k++) {
        long one = members.get(i).id();
        long other = members.get(k).id();
        double first = loads.getOrDefault(one, 0.0);
        double second = loads.getOrDefault(other, 0.0);
        store.run(
            HouseholdMembers.SAVE_BALANCE,
            new HouseholdMembers.BothSides(
                new Balance(home.id(), one, other, week, first, second, first - second, now),
                new Balance(home.id(), other, one, week, second, first, second - first, now)));
      }
    }
  }

  /** A member's summary of a week that has ended; made once. */
  public Summary summary(Home home, long member, String week) {
    return store
        .run(HouseholdMembers.FIND_SUMMARY, new HouseholdMembers.Week(member, week))
        .orElseGet(() -> summarise(home, member, week));
  }

  private Summary summarise(Home home, long member, String week) {
    var end = Weeks.monday(week).plusDays(6).atTime(12, 0).atZone(home.zone()).toInstant();
    var own = own(home, member, end);
    var summary =
        new Summary(
            member,
            week,
            own.current().chores(),
            own.current().recoveries(),
            own.current().load(),
            own.share().orElse(0.0),
            List.of(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    store.run(HouseholdMembers.SAVE_SUMMARY, summary);
    return summary;
  }
}
