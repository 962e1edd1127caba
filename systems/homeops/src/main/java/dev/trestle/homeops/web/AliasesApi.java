package dev.trestle.homeops.web;

import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.model.Memory.Alias;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Map;

/** {@code /chats/{chat}/aliases}. */
public final class AliasesApi {
  record AliasBody(String activity) {}

  record AliasView(
      String alias, String activity, long confirmations, String source, boolean reliable) {
    static AliasView of(Alias alias) {
      return new AliasView(
          alias.alias(),
          alias.activity(),
          alias.confirmations(),
          alias.source().name(),
          alias.confirmations() >= Aliases.RELIABLE);
    }
  }

  private final Aliases aliases;

  public AliasesApi(Aliases aliases) {
    this.aliases = aliases;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/chats/{chat}/aliases", guards.reads(call -> list(call, guards)))
        .put("/chats/{chat}/aliases/{alias}", guards.writes(call -> set(call, guards)))
        .delete("/chats/{chat}/aliases/{alias}", guards.writes(call -> remove(call, guards)));
  }

  private Reply list(Call call, Guards guards) {
    guards.inChat(call);
    return Reply.ok(
        Map.of("aliases", aliases.of(Guards.chat(call)).stream().map(AliasView::of).toList()));
  }

  private Reply set(Call call, Guards guards) {
    var by = guards.inChat(call).member();
    var activity = call.json(AliasBody.class).activity();
    var alias = aliases.set(Guards.chat(call), call.pathParameter("alias"), activity, by);
    return Reply.ok(Map.of("alias", AliasView.of(alias)));
  }

  private Reply remove(Call call, Guards guards) {
    guards.inChat(call);
    aliases.remove(Guards.chat(call), call.pathParameter("alias"));
    return Reply.nothing();
  }
}
