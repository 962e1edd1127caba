package dev.trestle.stak.tenant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.PushPolicy;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of tenants and configurations of their inboxes. Posts read them from a cache of five
 * minutes; a write removes the cached entry of this process at once.
 */
public final class SettingsStore {
  /** The inbox that every tenant has. */
  public static final InboxId DEFAULT_INBOX = new InboxId("DEFAULT");

  private static final Duration CACHED_FOR = Duration.ofMinutes(5);
  private static final int CACHED_MAX = 10_000;
  private static final int CONFIGS_MAX = 1000;

  private final Store store;
  private final LoadingCache<TenantId, Optional<TenantSettings>> settings;
  private final Cache<InboxKey, InboxConfig> configs;

  public SettingsStore(Store store) {
    this.store = store;
    this.settings =
        Caffeine.newBuilder()
            .maximumSize(CACHED_MAX)
            .expireAfterWrite(CACHED_FOR)
            .build(this::readSettings);
    this.configs =
        Caffeine.newBuilder().maximumSize(CACHED_MAX).expireAfterWrite(CACHED_FOR).build();
  }

  /** Cached: up to five minutes old if another process has changed them. */
  public Optional<TenantSettings> settings(TenantId tenant) {
    return settings.get(tenant);
  }

  /**
   * Cached, unless there is none: a new inbox can be used at once. Read within the cache, so that a
   * write waits for a read that is under way.
   */
  public Optional<InboxConfig> config(InboxKey inbox) {
    return Optional.ofNullable(
        configs.asMap().computeIfAbsent(inbox, _ -> readConfig(inbox).orElse(null)));
  }

  /** Whether a tenant has this inbox: {@link #DEFAULT_INBOX}, or one that was configured. */
  public boolean hasInbox(InboxKey inbox) {
    return inbox.inbox().equals(DEFAULT_INBOX) || config(inbox).isPresent();
  }

  /** Whether a category is also sent by e-mail, and how. Cached like the configuration. */
  public Optional<EmailPolicy> emailPolicy(InboxKey inbox, String category) {
    return config(inbox)
        .flatMap(config -> Optional.ofNullable(config.emailByCategory().get(category)));
  }

  /** Whether a category is also pushed to browsers, and how. Cached like the configuration. */
  public Optional<PushPolicy> pushPolicy(InboxKey inbox, String category) {
    return config(inbox)
        .flatMap(config -> Optional.ofNullable(config.pushByCategory().get(category)));
  }

  public Optional<TenantSettings> readSettings(TenantId tenant) {
    return store.run(Tenants.READ_SETTINGS, new OfTenant(tenant));
  }

  public Optional<InboxConfig> readConfig(InboxKey inbox) {
    return store.run(Tenants.READ_CONFIG, inbox);
  }

  public List<InboxConfig> configs(TenantId tenant) {
    return store.stream(Tenants.LIST_CONFIGS, new OfTenant(tenant), CONFIGS_MAX).toList();
  }

  /**
   * Writes settings.
   *
   * @throws Refusal.ChangedMeanwhile if they have another version by now
   */
  public TenantSettings write(TenantSettings changed) {
    var written = store.run(Tenants.WRITE_SETTINGS, changed);
    settings.invalidate(changed.tenant());
    return stored(written);
  }

  /**
   * Writes a configuration.
   *
   * @throws Refusal.ChangedMeanwhile if it has another version by now
   */
  public InboxConfig write(InboxConfig changed) {
    var written = store.run(Tenants.WRITE_CONFIG, changed);
    configs.invalidate(changed.key());
    return stored(written);
  }

  /** Drops what is cached of a tenant that was deleted. */
  void forget(TenantId tenant) {
    settings.invalidate(tenant);
    configs.asMap().keySet().removeIf(inbox -> inbox.tenant().equals(tenant));
  }

  private static <T> T stored(Written<T> written) {
    return switch (written) {
      case Written.Done<T>(var record) -> record.orElseThrow();
      case Written.Refused<T> _ -> throw new Refusal.ChangedMeanwhile();
    };
  }
}
