package dev.trestle.stak.tenant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.trestle.stak.model.Tenants;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.OfInbox;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of tenants and configurations of their inboxes. Posts read them from here, where they
 * are kept for five minutes; a write drops what is kept in this process at once.
 */
public final class Directory {
  /** The inbox that every tenant has. */
  public static final String DEFAULT_INBOX = "DEFAULT";

  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final int KEPT_MAX = 10_000;
  private static final int CONFIGS_MAX = 1000;

  private final Store store;
  private final LoadingCache<OfTenant, Optional<TenantSettings>> settings;
  private final Cache<OfInbox, InboxConfig> configs;

  public Directory(Store store) {
    this.store = store;
    this.settings =
        Caffeine.newBuilder()
            .maximumSize(KEPT_MAX)
            .expireAfterWrite(KEPT)
            .build(of -> store.run(Tenants.READ_SETTINGS, of));
    this.configs = Caffeine.newBuilder().maximumSize(KEPT_MAX).expireAfterWrite(KEPT).build();
  }

  /** As kept: up to five minutes old where another process has changed them. */
  public Optional<TenantSettings> settings(String tenant) {
    return settings.get(new OfTenant(tenant));
  }

  /** As kept; that there is none is not kept, so that a new inbox is there at once. */
  public Optional<InboxConfig> config(String tenant, String inbox) {
    var of = new OfInbox(tenant, inbox);
    var kept = configs.getIfPresent(of);
    if (kept != null) return Optional.of(kept);
    var read = store.run(Tenants.READ_CONFIG, of);
    read.ifPresent(config -> configs.put(of, config));
    return read;
  }

  /** Whether a tenant has this inbox: {@link #DEFAULT_INBOX}, or one that was configured. */
  public boolean hasInbox(String tenant, String inbox) {
    return inbox.equals(DEFAULT_INBOX) || config(tenant, inbox).isPresent();
  }

  /** As they are now. */
  public Optional<TenantSettings> readSettings(String tenant) {
    return store.run(Tenants.READ_SETTINGS, new OfTenant(tenant));
  }

  public Optional<InboxConfig> readConfig(String tenant, String inbox) {
    return store.run(Tenants.READ_CONFIG, new OfInbox(tenant, inbox));
  }

  public List<InboxConfig> inboxes(String tenant) {
    return store.stream(Tenants.CONFIGS, new OfTenant(tenant), CONFIGS_MAX).toList();
  }

  /** Refused, with what stands there, unless they are still of the version that is replaced. */
  public Written<TenantSettings> write(TenantSettings changed) {
    var written = store.run(Tenants.WRITE_SETTINGS, changed);
    settings.invalidate(new OfTenant(changed.tenant()));
    return written;
  }

  public Written<InboxConfig> write(InboxConfig changed) {
    var written = store.run(Tenants.WRITE_CONFIG, changed);
    configs.invalidate(new OfInbox(changed.tenant(), changed.inbox()));
    return written;
  }
}
