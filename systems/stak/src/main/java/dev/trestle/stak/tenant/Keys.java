package dev.trestle.stak.tenant;

import dev.trestle.platform.identity.ApiKey;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.Ending;
import dev.trestle.stak.model.Tenants.OfKey;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.Scope;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * API keys of tenants. Only hashes are kept, under the tenant: a key of another tenant is not found
 * at all. They are read each time, so that a key that was taken away is void at once.
 */
public final class Keys {
  private static final int KEYS_MAX = 1000;
  private static final int HINT = 8;

  /** A key that was made; its text is shown once. */
  public record NewKey(Tenants.ApiKey key, String text) {
    @Override
    public String toString() {
      return key.hint() + "…";
    }
  }

  private final Store store;
  private final InstantSource clock;
  private final RandomGenerator random;

  public Keys(Store store, InstantSource clock, RandomGenerator random) {
    this.store = store;
    this.clock = clock;
    this.random = random;
  }

  public NewKey create(String tenant, Scope scope, String label) {
    var prefix =
        switch (scope) {
          case admin -> "ska";
          case user -> "sku";
        };
    var made = ApiKey.make(prefix, random);
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var key =
        new Tenants.ApiKey(
            tenant,
            made.hash(),
            scope,
            label,
            made.text().substring(0, HINT),
            now,
            Optional.empty());
    store.run(Tenants.ADD_KEY, key);
    return new NewKey(key, made.text());
  }

  /** The key of this text, if it is one of this tenant's and of this scope. */
  public Optional<Tenants.ApiKey> find(String tenant, Scope scope, String text) {
    return ApiKey.parse(text)
        .flatMap(key -> store.run(Tenants.FIND_KEY, new OfKey(tenant, key.hash())))
        .filter(key -> key.scope() == scope)
        .filter(key -> key.until().map(end -> clock.instant().isBefore(end)).orElse(true));
  }

  public List<Tenants.ApiKey> list(String tenant) {
    return store.stream(Tenants.KEYS, new OfTenant(tenant), KEYS_MAX).toList();
  }

  /** A new key in the place of one that stays good for a while; none if there is no such key. */
  public Optional<NewKey> rotate(String tenant, String keyHash, Duration overlap) {
    var until = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(overlap);
    return store
        .run(Tenants.END_KEY, new Ending(tenant, keyHash, until))
        .done()
        .map(old -> create(tenant, old.scope(), old.label()));
  }

  /** Makes a key void now; false if there is none. */
  public boolean remove(String tenant, String keyHash) {
    return store.run(Tenants.REMOVE_KEY, new OfKey(tenant, keyHash)).done().isPresent();
  }
}
