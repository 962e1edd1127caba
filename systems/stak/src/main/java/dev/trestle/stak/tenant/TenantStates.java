package dev.trestle.stak.tenant;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.trestle.stak.model.TenantDirectory;
import dev.trestle.stak.model.TenantDirectory.AllTenants;
import dev.trestle.stak.model.TenantDirectory.OfEntry;
import dev.trestle.stak.model.TenantDirectory.StateChange;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The states of tenants. Another server's change is noticed after five seconds at most. */
public final class TenantStates {
  /** How long a state is cached. */
  public static final Duration CACHED_FOR = Duration.ofSeconds(5);

  private static final int CACHED_MAX = 10_000;
  private static final int LISTED_MAX = 160_000;

  private final Store store;
  private final LoadingCache<TenantId, TenantState> states;

  public TenantStates(Store store) {
    this.store = store;
    this.states =
        Caffeine.newBuilder()
            .maximumSize(CACHED_MAX)
            .expireAfterWrite(CACHED_FOR)
            .build(this::readState);
  }

  public TenantState of(TenantId tenant) {
    return states.get(tenant);
  }

  public boolean isActive(TenantId tenant) {
    return of(tenant) == TenantState.active;
  }

  private TenantState readState(TenantId tenant) {
    return store
        .run(TenantDirectory.READ_STATE, new OfEntry(tenant))
        .or(() -> read(tenant))
        .map(Tenant::state)
        .orElse(TenantState.active);
  }

  Optional<Tenant> read(TenantId tenant) {
    return store.run(TenantDirectory.READ, new OfEntry(tenant)).or(() -> listEarlier(tenant));
  }

  /**
   * Lists a tenant that was created before there was a list. Such a tenant is found when it calls,
   * or when the operator names it.
   */
  private Optional<Tenant> listEarlier(TenantId tenant) {
    var settings = store.run(Tenants.READ_SETTINGS, new Tenants.OfTenant(tenant));
    settings.ifPresent(
        each -> store.run(TenantDirectory.ADD, Tenant.active(tenant, each.updatedAt())));
    return settings.flatMap(_ -> store.run(TenantDirectory.READ, new OfEntry(tenant)));
  }

  /** All tenants, by name. */
  List<Tenant> list() {
    return store.stream(TenantDirectory.LIST, new AllTenants(), LISTED_MAX).toList();
  }

  /** Adds a tenant, unless it is there. */
  void add(TenantId tenant, Instant now) {
    store.run(TenantDirectory.ADD, Tenant.active(tenant, now));
    states.invalidate(tenant);
  }

  /** Changes a state; none if there is no such tenant, or it is being deleted. */
  Optional<Tenant> set(TenantId tenant, TenantState state, Instant now) {
    var written = store.run(TenantDirectory.SET_STATE, new StateChange(tenant, state, now));
    states.invalidate(tenant);
    return written.done();
  }

  void remove(TenantId tenant) {
    store.run(TenantDirectory.REMOVE, new OfEntry(tenant));
    states.invalidate(tenant);
  }
}
