package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;

/** All tenants, as the operator sees them. */
public final class TenantDirectory {
  /** The number of partitions that tenants are spread over. */
  private static final int SHARDS = 16;

  private static final Part<Long> SHARD = Part.shardOf("shard", TENANT, SHARDS);

  /** The state of a tenant. Named as it is stored and shown. */
  public enum TenantState {
    active,
    suspended,
    deleting
  }

  /** A tenant, and since when it has its state. */
  public record Tenant(TenantId tenant, TenantState state, Instant createdAt, Instant stateSince) {
    public static Tenant active(TenantId tenant, Instant now) {
      return new Tenant(tenant, TenantState.active, now, now);
    }
  }

  public static final Entity<Tenant> TENANT_ENTRY =
      TABLE
          .entity(Tenant.class, lookup())
          .partition(KeyTemplate.of("tenants#<shard>", SHARD))
          .sort(KeyTemplate.of("t#<tenant>", TENANT))
          .snakeCase()
          .population(Population.of(1000, 63))
          .example(Tenant.active(Examples.TENANT, Examples.NOW));

  public record AllTenants() {}

  public record OfEntry(TenantId tenant) {}

  public static final Put<Tenant, Tenant> ADD =
      TENANT_ENTRY.put("tenant.add", "a new tenant").ifAbsent().load(perSecond(0.01)).build();

  public static final Get<OfEntry, Tenant> READ =
      TENANT_ENTRY
          .get("tenant.get", "one tenant", OfEntry.class)
          .consistent()
          .load(perSecond(0.01))
          .build();

  /** Eventually consistent, because servers cache it for some seconds anyway. */
  public static final Get<OfEntry, Tenant> READ_STATE =
      TENANT_ENTRY
          .get("tenant.check", "the state of a tenant that calls", OfEntry.class)
          .load(perSecond(50))
          .build();

  public static final Query<AllTenants, Tenant> LIST =
      TENANT_ENTRY
          .query("tenant.list", "all tenants by name", AllTenants.class)
          .across(SHARD)
          .consistent()
          .page(1000)
          .load(perSecond(0.01))
          .build();

  public record StateChange(TenantId tenant, TenantState state, Instant since) {}

  /** A tenant that is being deleted stays so. */
  public static final Update<StateChange, Tenant> SET_STATE =
      TENANT_ENTRY
          .update("tenant.state", "suspend, resume or delete a tenant", StateChange.class)
          .set(Tenant::state)
          .to(param(StateChange::state))
          .set(Tenant::stateSince)
          .to(param(StateChange::since))
          .when(field(Tenant::state).isNot(TenantState.deleting))
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfEntry, Tenant> REMOVE =
      TENANT_ENTRY
          .delete("tenant.remove", "a tenant is deleted", OfEntry.class)
          .load(perSecond(0.01))
          .build();

  private TenantDirectory() {}
}
