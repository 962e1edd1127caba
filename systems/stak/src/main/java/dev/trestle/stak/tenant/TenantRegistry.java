package dev.trestle.stak.tenant;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.KeyScope;
import dev.trestle.stak.model.Tenants.TenantSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Creates, suspends and deletes tenants. */
public final class TenantRegistry {
  private static final String FIRST_LABEL = "first";
  private static final String OPERATOR_LABEL = "operator";

  private final SettingsStore settings;
  private final ApiKeys keys;
  private final TenantStates states;
  private final TenantDeletions deletions;
  private final InstantSource clock;

  public TenantRegistry(
      SettingsStore settings,
      ApiKeys keys,
      TenantStates states,
      TenantDeletions deletions,
      InstantSource clock) {
    this.settings = settings;
    this.keys = keys;
    this.states = states;
    this.deletions = deletions;
    this.clock = clock;
  }

  /**
   * Creates a tenant with one key of each scope.
   *
   * @throws Refusal.TenantExists if there is one with this id
   */
  public NewTenant create(TenantId tenant) {
    var now = now();
    if (states.read(tenant).filter(each -> each.state() == TenantState.deleting).isPresent()) {
      throw new Refusal.TenantExists();
    }
    // First: a tenant that is not listed could be neither suspended nor deleted.
    states.add(tenant, now);
    try {
      settings.write(TenantSettings.initial(tenant, now));
    } catch (Refusal.ChangedMeanwhile e) {
      throw new Refusal.TenantExists();
    }
    return issueKeys(tenant, FIRST_LABEL);
  }

  /**
   * Issues one more key of each scope, for whoever has lost theirs and for tenants that a server
   * has created itself.
   *
   * @throws Refusal.NotFound if there is no such tenant
   */
  public NewTenant addKeys(TenantId tenant) {
    if (settings.readSettings(tenant).isEmpty()) {
      throw noTenant();
    }
    return issueKeys(tenant, OPERATOR_LABEL);
  }

  /** All tenants, by name. */
  public List<Tenant> list() {
    return states.list();
  }

  /**
   * One tenant.
   *
   * @throws Refusal.NotFound if there is no such tenant
   */
  public Tenant tenant(TenantId tenant) {
    return states.read(tenant).orElseThrow(TenantRegistry::noTenant);
  }

  /** Refuses the tenant's keys and tokens and pauses its deliveries, until it is resumed. */
  public Tenant suspend(TenantId tenant) {
    return change(tenant, TenantState.suspended);
  }

  public Tenant resume(TenantId tenant) {
    return change(tenant, TenantState.active);
  }

  private Tenant change(TenantId tenant, TenantState state) {
    if (tenant(tenant).state() == state) return tenant(tenant);
    return states.set(tenant, state, now()).orElseThrow(Refusal.ChangedMeanwhile::new);
  }

  /** Deletes everything of a tenant in the background; its keys are refused at once. */
  public Tenant delete(TenantId tenant) {
    return deletions.request(tenant).orElseThrow(TenantRegistry::noTenant);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private static Refusal noTenant() {
    return new Refusal.NotFound(Refusal.Resource.TENANT);
  }

  private NewTenant issueKeys(TenantId tenant, String label) {
    var admin = keys.create(tenant, KeyScope.admin, label);
    var user = keys.create(tenant, KeyScope.user, label);
    return new NewTenant(tenant, admin.text(), user.text());
  }
}
