package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.SHARD;
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
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.zip.CRC32;

/** All tenants, as the operator sees them. */
public final class TenantDirectory {
  private static final KeyTemplate ALL = KeyTemplate.of("tenants#<shard>", SHARD);

  /** The number of partitions that tenants are spread over. */
  public static final int SHARDS = 16;

  /** The state of a tenant. Named as it is stored and shown. */
  public enum TenantState {
    active,
    suspended,
    deleting
  }

  /** A tenant, and since when it has its state. */
  public record Tenant(
      long shard, TenantId tenant, TenantState state, Instant createdAt, Instant stateSince) {
    public static Tenant active(TenantId tenant, Instant now) {
      return new Tenant(shardOf(tenant), tenant, TenantState.active, now, now);
    }
  }

  static long shardOf(TenantId tenant) {
    var hash = new CRC32();
    hash.update(tenant.value().getBytes(StandardCharsets.UTF_8));
    return hash.getValue() % SHARDS;
  }

  public static final Entity<Tenant> TENANT_ENTRY =
      TABLE
          .entity(Tenant.class, lookup())
          .partition(ALL)
          .sort(KeyTemplate.of("t#<tenant>", TENANT))
          .snakeCase()
          .population(Population.of(1000, 63))
          .example(Tenant.active(Examples.TENANT, Examples.NOW));

  public record OfShardOfTenants(long shard) {}

  public record OfEntry(long shard, TenantId tenant) {
    public OfEntry(TenantId tenant) {
      this(shardOf(tenant), tenant);
    }
  }

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

  public static final Query<OfShardOfTenants, Tenant> LIST =
      TENANT_ENTRY
          .query("tenant.list", "tenants of a shard", OfShardOfTenants.class)
          .consistent()
          .page(100)
          .typically(63)
          .load(perSecond(0.01))
          .build();

  public record StateChange(long shard, TenantId tenant, TenantState state, Instant since) {
    public StateChange(TenantId tenant, TenantState state, Instant since) {
      this(shardOf(tenant), tenant, state, since);
    }
  }

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
