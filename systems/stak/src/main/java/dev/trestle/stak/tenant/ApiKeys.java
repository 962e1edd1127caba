package dev.trestle.stak.tenant;

import dev.trestle.platform.identity.ApiKey;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.KeyEnd;
import dev.trestle.stak.model.Tenants.KeyScope;
import dev.trestle.stak.model.Tenants.OfKey;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.StoredApiKey;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * API keys of tenants. Only hashes are stored, under the tenant, so that another tenant's key is
 * not found at all. A key is read at each call: a revoked key stops working at once.
 */
public final class ApiKeys {
  private static final int KEYS_MAX = 1000;
  private static final int HINT_LENGTH = 8;

  /** A new key. Its text is shown once. */
  public record NewKey(StoredApiKey key, String text) {
    @Override
    public String toString() {
      return key.hint() + "…";
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final RandomGenerator random;

  public ApiKeys(Store store, InstantSource clock, RandomGenerator random) {
    this.store = store;
    this.clock = clock;
    this.random = random;
  }

  public NewKey create(TenantId tenant, KeyScope scope, String label) {
    var prefix =
        switch (scope) {
          case admin -> "ska";
          case user -> "sku";
        };
    var made = ApiKey.make(prefix, random);
    var key =
        new StoredApiKey(
            tenant,
            made.hash(),
            scope,
            label,
            made.text().substring(0, HINT_LENGTH),
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            Optional.empty());
    store.run(Tenants.ADD_KEY, key);
    return new NewKey(key, made.text());
  }

  /** The key with this text, if it belongs to this tenant, has this scope and is valid. */
  public Optional<StoredApiKey> find(TenantId tenant, KeyScope scope, String text) {
    return ApiKey.parse(text)
        .flatMap(key -> store.run(Tenants.FIND_KEY, new OfKey(tenant, key.hash())))
        .filter(key -> key.scope() == scope)
        .filter(key -> key.validUntil().map(clock.instant()::isBefore).orElse(true));
  }

  public List<StoredApiKey> list(TenantId tenant) {
    return store.stream(Tenants.LIST_KEYS, new OfTenant(tenant), KEYS_MAX).toList();
  }

  /** Replaces a key that stays valid for a while; none if there is no such key. */
  public Optional<NewKey> rotate(TenantId tenant, String keyHash, Duration overlap) {
    var validUntil = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(overlap);
    return store
        .run(Tenants.END_KEY, new KeyEnd(tenant, keyHash, validUntil))
        .done()
        .map(old -> create(tenant, old.scope(), old.label()));
  }

  /** Revokes a key; false if there is none. */
  public boolean remove(TenantId tenant, String keyHash) {
    return store.run(Tenants.REMOVE_KEY, new OfKey(tenant, keyHash)).done().isPresent();
  }
}
