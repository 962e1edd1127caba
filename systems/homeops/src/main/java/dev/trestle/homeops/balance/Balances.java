package dev.trestle.homeops.balance;

import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.Balance;
import dev.trestle.homeops.model.HouseholdMembers.Pair;
import dev.trestle.homeops.model.HouseholdMembers.Summary;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * How the load is shared. A week's load is the effort of chores minus that of recovery. It is
 * computed from the log; only weeks that have ended are stored, pair by pair and as each member's
 * summary, and computed again after a change. A member sees their own load and share, never another
 * member's.
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
  public record Week(IsoWeek week, int chores, int recoveries, double effort, double recovery) {
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

  public OwnBalance own(Home home, MemberId member, Instant now) {
    var current = IsoWeek.of(now, home.zone());
    double mine = 0;
    double all = 0;
    List<Week> own = List.of();
    for (var each : home.members()) {
      var weeks = weeks(home, each.id(), current);
      double effort = decayed(weeks);
      all += effort;
      if (each.id().equals(member)) {
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
  private List<Week> weeks(Home home, MemberId member, IsoWeek current) {
    var from = current.monday().minusWeeks(WEEKS - 1).atStartOfDay(home.zone()).toInstant();
    var to = current.monday().plusWeeks(1).atStartOfDay(home.zone()).toInstant();
    var byWeek = new HashMap<IsoWeek, List<Activity>>();
    store.stream(
            Activities.BY_USER_WITHIN,
            new Activities.UserWithin(member, from, to.minusSeconds(1)),
            ACTIVITIES_MAX)
        .forEach(activity ->
            byWeek
                .computeIfAbsent(
                    IsoWeek.of(activity.timestamp(), home.zone()), _ -> new ArrayList<>())
                .add(activity));
    var weeks = new ArrayList<Week>();
    for (int i = 0; i < WEEKS; i++) {
      var week = current.minusWeeks(i);
      weeks.add(week(week, byWeek.getOrDefault(week, List.of())));
    }
    return weeks;
  }

  private static Week week(IsoWeek week, List<Activity> activities) {
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

  public boolean isHighlyLoaded(Home home, MemberId member, Instant now) {
    return weeks(home, member, IsoWeek.of(now, home.zone())).getFirst().load() > HIGH_LOAD;
  }

  /** Recomputes what is stored of weeks that have ended, after changes at these times. */
  public void changed(Home home, Collection<Instant> times, Instant now) {
    var current = IsoWeek.of(now, home.zone());
    times.stream()
        .map(time -> IsoWeek.of(time, home.zone()))
        .distinct()
        .filter(week -> week.compareTo(current) < 0)
        .forEach(week -> renew(home, week, current));
  }

  private void renew(Home home, IsoWeek week, IsoWeek current) {
    save(home, pairs(home, week).stream().filter(this::isStored).toList());
    // A share looks back, so the summaries of some later weeks change, too.
    for (int later = 0; later < WEEKS; later++) {
      var affected = week.minusWeeks(-later);
      if (affected.compareTo(current) < 0) {
        home.members().stream()
            .filter(member -> stored(member.id(), affected).isPresent())
            .forEach(member -> saveSummary(home, member.id(), affected));
      }
    }
  }

  private boolean isStored(Pair pair) {
    return store.run(HouseholdMembers.FIND_BALANCE, pair).isPresent();
  }

  /** Stores a week that has ended: balances from the side of each member, and the summaries. */
  public void settle(Home home, IsoWeek week) {
    save(home, pairs(home, week));
    home.members().forEach(member -> saveSummary(home, member.id(), week));
  }

  private static List<Pair> pairs(Home home, IsoWeek week) {
    var pairs = new ArrayList<Pair>();
    var members = home.members();
    for (int i = 0; i < members.size(); i++) {
      for (int k = i + 1; k < members.size(); k++) {
        pairs.add(new Pair(home.id(), members.get(i).id(), members.get(k).id(), week));
      }
    }
    return pairs;
  }

  private void save(Home home, List<Pair> pairs) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var loads = new HashMap<MemberId, Double>();
    for (var pair : pairs) {
      var one = pair.userId();
      var two = pair.other();
      var week = pair.period();
      double first = loads.computeIfAbsent(one, member -> load(home, member, week));
      double second = loads.computeIfAbsent(two, member -> load(home, member, week));
      store.run(
          HouseholdMembers.SAVE_BALANCE,
          new HouseholdMembers.BothSides(
              new Balance(home.id(), one, two, week, first, second, first - second, now),
              new Balance(home.id(), two, one, week, second, first, second - first, now)));
    }
  }

  private double load(Home home, MemberId member, IsoWeek week) {
    return weeks(home, member, week).getFirst().load();
  }

  /** A member's summary of a week that has ended: the stored one, or computed if there is none. */
  public Summary summary(Home home, MemberId member, IsoWeek week) {
    return stored(member, week).orElseGet(() -> computed(home, member, week));
  }

  private Optional<Summary> stored(MemberId member, IsoWeek week) {
    return store.run(HouseholdMembers.FIND_SUMMARY, new HouseholdMembers.Week(member, week));
  }

  private void saveSummary(Home home, MemberId member, IsoWeek week) {
    store.run(HouseholdMembers.SAVE_SUMMARY, computed(home, member, week));
  }

  private Summary computed(Home home, MemberId member, IsoWeek week) {
    var end = week.monday().plusDays(6).atTime(12, 0).atZone(home.zone()).toInstant();
    var own = own(home, member, end);
    return new Summary(
        member,
        week,
        own.current().chores(),
        own.current().recoveries(),
        own.current().load(),
        own.share().orElse(0.0),
        List.of(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }
}
