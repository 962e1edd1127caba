package dev.trestle.homeops.web;

import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /me/balance} and {@code /me/summary}: the caller's own, never another's. */
public final class MeApi {
  record WeekView(
      String week, int chores, int recoveries, double effort, double recovery, double load) {
    static WeekView of(Balances.Week week) {
      return new WeekView(
          week.week().value(),
          week.chores(),
          week.recoveries(),
          week.effort(),
          week.recovery(),
          week.load());
    }
  }

  record BalanceView(
      String householdId, String week, double load, Optional<Double> share, List<WeekView> weeks) {}

  record SummaryView(
      String householdId, String week, long chores, long recoveries, double load, double share) {}

  private final Balances balances;
  private final InstantSource clock;

  public MeApi(Balances balances, InstantSource clock) {
    this.balances = balances;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/me/balance", guards.reads(call -> balance(call, guards)))
        .get("/me/summary", guards.reads(call -> summary(call, guards)));
  }

  private Reply balance(Call call, Guards guards) {
    var views =
        guards.memberships(call).stream()
            .map(membership -> {
              var own = balances.own(membership.home(), membership.member(), clock.instant());
              return new BalanceView(
                  membership.home().id().value(),
                  own.current().week().value(),
                  own.current().load(),
                  own.share(),
                  own.weeks().stream().map(WeekView::of).toList());
            })
            .toList();
    return Reply.ok(Map.of("balances", views));
  }

  /** The previous week, or the requested one. */
  private Reply summary(Call call, Guards guards) {
    var asked = call.query("week").map(MeApi::week);
    var views =
        guards.memberships(call).stream()
            .map(membership -> {
              var current = IsoWeek.of(clock.instant(), membership.home().zone());
              var week = asked.orElseGet(() -> current.minusWeeks(1));
              if (week.compareTo(current) >= 0) {
                throw ApiError.invalid("week", "Only weeks that have ended are summarised.");
              }
              var summary = balances.summary(membership.home(), membership.member(), week);
              return new SummaryView(
                  membership.home().id().value(),
                  summary.period().value(),
                  summary.choresCount(),
                  summary.recoveryCount(),
                  summary.netLoad(),
                  summary.fairnessScore());
            })
            .toList();
    return Reply.ok(Map.of("summaries", views));
  }

  private static IsoWeek week(String text) {
    return IsoWeek.parse(text)
        .orElseThrow(() -> ApiError.invalid("week", "A week such as 2026-W07 is expected."));
  }
}
