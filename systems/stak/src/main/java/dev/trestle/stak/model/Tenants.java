package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.KEY_HASH;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.key.KeyTemplate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Tenants, their inboxes and their keys. */
public final class Tenants {
  private static final KeyTemplate OF_TENANT = KeyTemplate.of("t#<tenant>", TENANT);

  public record TenantSettings(
      String tenant, String title, Optional<Duration> ttl, Instant updatedAt, long version) {}

  /**
   * How one inbox behaves.
   *
   * @param schema the JSON Schema that bodies must fit
   * @param ttlByCategory how long messages live, where a category differs from the inbox
   */
  public record InboxConfig(
      String tenant,
      String inbox,
      String title,
      String description,
      String schemaVersion,
      Optional<String> schema,
      Optional<Duration> ttl,
      Map<String, Duration> ttlByCategory,
      Instant updatedAt,
      long version) {}

  /** What a key allows. */
  public enum Scope {
    admin,
    user
  }

  public record ApiKey(
      String tenant, String keyHash, Scope scope, String label, Instant createdAt) {}

  public static final Entity<TenantSettings> SETTINGS =
      TABLE
          .entity(TenantSettings.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("st#tenant_settings"))
          .version(TenantSettings::version)
          .population(Population.of(1000, 1))
          .example(
              new TenantSettings(
                  "acme", "Acme", Optional.of(Duration.ofDays(30)), Examples.NOW, 3));

  public static final Entity<InboxConfig> CONFIG =
      TABLE
          .entity(InboxConfig.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("si#<inbox>", INBOX))
          .version(InboxConfig::version)
          .maxBytes(100_000)
          .population(Population.of(3000, 50))
          .example(
              new InboxConfig(
                  "acme",
                  "DEFAULT",
                  "General Notifications",
                  "System-wide notifications",
                  "1.0",
                  Optional.empty(),
                  Optional.empty(),
                  Map.of("receipt", Duration.ofDays(365)),
                  Examples.NOW,
                  1));

  public static final Entity<ApiKey> KEY =
      TABLE
          .entity(ApiKey.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("k#<keyHash>", KEY_HASH))
          .population(Population.of(4000, 20))
          .example(new ApiKey("acme", Examples.HASH, Scope.admin, "server", Examples.NOW));

  public record OfTenant(String tenant) {}

  public record OfInbox(String tenant, String inbox) {}

  public record OfKey(String tenant, String keyHash) {}

  public static final Get<OfTenant, TenantSettings> READ_SETTINGS =
      SETTINGS.get("S8.read", "tenant settings", OfTenant.class).load(perSecond(5)).build();

  public static final Put<TenantSettings, TenantSettings> WRITE_SETTINGS =
      SETTINGS.put("S8.write", "change tenant settings").load(perSecond(0.01)).build();

  public static final Composite S8 =
      Composite.of(
          "S8",
          "tenant settings, read and write",
          "a change is made to what was read: the version refuses a change to anything else",
          READ_SETTINGS,
          WRITE_SETTINGS);

  public static final Get<OfInbox, InboxConfig> READ_CONFIG =
      CONFIG.get("S9.read", "inbox configuration", OfInbox.class).load(perSecond(5)).build();

  public static final Put<InboxConfig, InboxConfig> WRITE_CONFIG =
      CONFIG.put("S9.write", "change inbox configuration").load(perSecond(0.01)).build();

  public static final Composite S9 =
      Composite.of(
          "S9",
          "inbox configuration, read and write",
          "a change is made to what was read: the version refuses a change to anything else",
          READ_CONFIG,
          WRITE_CONFIG);

  public static final Get<OfKey, ApiKey> FIND_KEY =
      KEY.get("key.find", "who presents this key", OfKey.class).load(perSecond(20)).build();

  public static final Query<OfTenant, ApiKey> KEYS =
      KEY.query("key.list", "keys of a tenant", OfTenant.class)
          .page(100)
          .typically(4)
          .load(perSecond(0.01))
          .build();

  public static final Put<ApiKey, ApiKey> ADD_KEY =
      KEY.put("key.add", "a new key").ifAbsent().load(perSecond(0.01)).build();

  private Tenants() {}
}
