package dev.trestle.homeops.web;

import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;

/** {@code /chats/{chat}/promises}. */
public final class PromisesApi {
  record PromiseView(
      String id,
      String member,
      String memberName,
      String activity,
      String text,
      Instant made,
      Instant deadline,
      String status,
      long messageId) {}

  private final PromiseKeeper promises;

  public PromisesApi(PromiseKeeper promises) {
    this.promises = promises;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/chats/{chat}/promises", guards.reads(call -> list(call, guards)));
  }

  private Reply list(Call call, Guards guards) {
    var reader = guards.inChat(call);
    var views = new ArrayList<PromiseView>();
    for (var member : reader.home().members()) {
      for (var promise : promises.ofMember(member.id())) {
        if (!reader.maySee(promise.sourceMessageId())) continue;
        views.add(
            new PromiseView(
                promise.promise().value(),
                member.id().toString(),
                member.name(),
                promise.activity(),
                promise.description(),
                promise.made(),
                promise.deadline(),
                promise.status().name(),
                promise.sourceMessageId().value()));
      }
    }
    return Reply.ok(Map.of("promises", views));
  }
}
