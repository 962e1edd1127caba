package dev.trestle.homeops.web;

import dev.trestle.homeops.model.Memory;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code /chats/{chat}/habits} and {@code /chats/{chat}/effort}: the caller's own effort only. */
public final class HabitsApi {
  record HabitView(
      String member,
      String memberName,
      String activity,
      Map<String, Long> days,
      Map<String, Long> hours,
      long count,
      Instant lastSeen) {}

  record EffortView(String activity, double effort, long samples) {}

  private final Store store;

  public HabitsApi(Store store) {
    this.store = store;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/chats/{chat}/habits", guards.reads(call -> habits(call, guards)))
        .get("/chats/{chat}/effort", guards.reads(call -> effort(call, guards)));
  }

  private Reply habits(Call call, Guards guards) {
    var home = guards.inChat(call).home();
    var views = new ArrayList<HabitView>();
    for (var member : home.members()) {
      var key = new Memory.HabitsOf(Guards.chat(call), member.id());
      for (var habit : store.run(Memory.HABITS_OF_USER, key).items()) {
        views.add(
            new HabitView(
                member.id().toString(),
                member.name(),
                habit.activity(),
                habit.dayOfWeekCounts(),
                habit.hourOfDayCounts(),
                habit.totalCount(),
                habit.lastSeen()));
      }
    }
    return Reply.ok(Map.of("habits", views));
  }

  private Reply effort(Call call, Guards guards) {
    var member = guards.inChat(call).member();
    List<EffortView> views =
        store.run(Memory.EFFORTS_OF_USER, new Memory.OfUser(member)).items().stream()
            .map(effort -> new EffortView(effort.activity(), effort.ema(), effort.samples()))
            .toList();
    return Reply.ok(Map.of("effort", views));
  }
}
