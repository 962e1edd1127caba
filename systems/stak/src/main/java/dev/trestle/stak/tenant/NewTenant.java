package dev.trestle.stak.tenant;

import dev.trestle.stak.model.TenantId;

/** A new tenant with its first keys, which are shown once. */
public record NewTenant(TenantId tenant, String adminKey, String userKey) {
  @Override
  public String toString() {
    return tenant.value();
  }
}
