package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.tenant.TenantRegistry;
import java.util.List;

/** {@code /operator/stak/tenants}: what only the operator of the server may do. */
public final class TenantsApi {
  /** The tenant to create. */
  public record CreateRequest(String name) {}

  record TenantView(TenantId tenant, TenantState state, long createdAt, long stateSince) {
    static TenantView of(Tenant tenant) {
      return new TenantView(
          tenant.tenant(),
          tenant.state(),
          tenant.createdAt().getEpochSecond(),
          tenant.stateSince().getEpochSecond());
    }
  }

  record TenantsView(List<TenantView> tenants) {}

  private final TenantRegistry tenants;

  public TenantsApi(TenantRegistry tenants) {
    this.tenants = tenants;
  }

  public void addTo(Router router) {
    router
        .get("/tenants", Refusals.around(_ -> list()))
        .post("/tenants", Refusals.around(this::create))
        .get("/tenants/{tenant}", Refusals.around(call -> view(tenants.tenant(tenant(call)))))
        .delete("/tenants/{tenant}", Refusals.around(this::delete))
        .post("/tenants/{tenant}/keys", Refusals.around(this::addKeys))
        .post(
            "/tenants/{tenant}/suspend",
            Refusals.around(call -> view(tenants.suspend(tenant(call)))))
        .post(
            "/tenants/{tenant}/resume",
            Refusals.around(call -> view(tenants.resume(tenant(call)))));
  }

  private Reply list() {
    return Reply.ok(new TenantsView(tenants.list().stream().map(TenantView::of).toList()));
  }

  private static Reply view(Tenant tenant) {
    return Reply.ok(TenantView.of(tenant));
  }

  /** Deletes in the background. The name is given twice, because nothing brings it back. */
  private Reply delete(Call call) {
    var tenant = tenant(call);
    if (!call.query("confirm").filter(tenant.value()::equals).isPresent()) {
      throw new Refusal.Invalid("confirm", "Repeat the name of the tenant to delete.");
    }
    return Reply.json(202, TenantView.of(tenants.delete(tenant)));
  }

  private Reply addKeys(Call call) {
    return Reply.created(tenants.addKeys(tenant(call)));
  }

  private static TenantId tenant(Call call) {
    return TenantId.parse(call.pathParameter("tenant"))
        .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.TENANT));
  }

  private Reply create(Call call) {
    var tenant =
        TenantId.parse(call.json(CreateRequest.class).name())
            .orElseThrow(() -> new Refusal.Invalid("name", TenantId.RULE));
    return Reply.created(tenants.create(tenant));
  }
}
