package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.INBOX;
import static dev.trestle.stak.model.StakTable.KEY_HASH;
import static dev.trestle.stak.model.StakTable.TABLE;
import static dev.trestle.stak.model.StakTable.TENANT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Composite;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Update;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.WebhookEvents.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tenants: their settings, their inboxes and their API keys. */
public final class Tenants {
  static final KeyTemplate TENANT_PARTITION = KeyTemplate.of("t#<tenant>", TENANT);

  /** Where a tenant wants events to be sent, and which. */
  public record Webhook(String url, Set<EventType> events) {}

  /**
   * The settings of a tenant.
   *
   * @param ttl how long messages live, unless the inbox says otherwise
   * @param origins pages of these origins may use the user API from a browser
   * @param webhookKey the number of the key that signs webhooks; the one before it signs too
   */
  public record TenantSettings(
      TenantId tenant,
      String title,
      Optional<Duration> ttl,
      Set<String> origins,
      Optional<Webhook> webhook,
      long webhookKey,
      Instant updatedAt,
      long version) {
    /** The settings of a new tenant. */
    public static TenantSettings initial(TenantId tenant, Instant now) {
      return new TenantSettings(
          tenant, tenant.value(), Optional.empty(), Set.of(), Optional.empty(), 1, now, 0);
    }

    /** The same settings with the next webhook key. */
    public TenantSettings withNextWebhookKey(Instant now) {
      return new TenantSettings(tenant, title, ttl, origins, webhook, webhookKey + 1, now, version);
    }
  }

  /** Whether users get e-mails of a category. Named as it is stored and shown. */
  public enum EmailPolicy {
    /** Only users who want them. */
    off,
    /** All users who do not decline them. */
    on,
    /** All users. Nobody can decline such e-mails or mute the category. */
    required
  }

  /** Whether messages of a category are pushed to users' browsers. Named as it is stored. */
  public enum PushPolicy {
    /** Only to users who want it. */
    off,
    /** To all users who do not decline it. */
    on
  }

  /**
   * The configuration of an inbox.
   *
   * @param schema the JSON Schema of message bodies
   * @param ttlByCategory how long messages live, for categories that differ from the inbox
   * @param emailByCategory the categories that are also sent by e-mail
   * @param pushByCategory the categories that are also pushed to browsers
   */
  public record InboxConfig(
      TenantId tenant,
      InboxId inbox,
      String title,
      String description,
      String schemaVersion,
      Optional<String> schema,
      Optional<Duration> ttl,
      Map<String, Duration> ttlByCategory,
      Map<String, EmailPolicy> emailByCategory,
      Map<String, PushPolicy> pushByCategory,
      Instant updatedAt,
      long version) {
    /** The configuration of an inbox that nobody has configured. */
    public static InboxConfig initial(InboxKey key, Instant now) {
      return new InboxConfig(
          key.tenant(),
          key.inbox(),
          key.inbox().value(),
          "",
          "1.0",
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Map.of(),
          Map.of(),
          now,
          0);
    }

    public InboxKey key() {
      return new InboxKey(tenant, inbox);
    }

    /** Whether users must get the messages of a category. */
    public boolean isRequired(String category) {
      return emailByCategory.get(category) == EmailPolicy.required;
    }
  }

  /** What an API key may be used for. Named as it is stored and shown. */
  public enum KeyScope {
    admin,
    user
  }

  /**
   * An API key, of which only the hash is stored.
   *
   * @param hint the first characters of the key, by which people recognise theirs
   * @param validUntil when it ends, if another has replaced it
   */
  public record StoredApiKey(
      TenantId tenant,
      String keyHash,
      KeyScope scope,
      String label,
      String hint,
      Instant createdAt,
      Optional<Instant> validUntil) {}

  public static final Entity<TenantSettings> SETTINGS =
      TABLE
          .entity(TenantSettings.class, lookup())
          .partition(TENANT_PARTITION)
          .sort(KeyTemplate.of("st#tenant_settings"))
          .snakeCase()
          .named(TenantSettings::ttl, "message_ttl")
          .version(TenantSettings::version)
          .population(Population.of(1000, 1))
          .example(
              new TenantSettings(
                  Examples.TENANT,
                  "Acme",
                  Optional.of(Duration.ofDays(30)),
                  Set.of("https://app.acme.example"),
                  Optional.of(
                      new Webhook("https://acme.example/stak", Set.of(EventType.MESSAGE_READ))),
                  1,
                  Examples.NOW,
                  3));

  public static final Entity<InboxConfig> CONFIG =
      TABLE
          .entity(InboxConfig.class, lookup())
          .partition(TENANT_PARTITION)
          .sort(KeyTemplate.of("si#<inbox>", INBOX))
          .snakeCase()
          .named(InboxConfig::ttl, "message_ttl")
          .version(InboxConfig::version)
          .maxBytes(100_000)
          .population(Population.of(3000, 50))
          .example(
              new InboxConfig(
                  Examples.TENANT,
                  Examples.INBOX,
                  "General Notifications",
                  "System-wide notifications",
                  "1.0",
                  Optional.empty(),
                  Optional.empty(),
                  Map.of("receipt", Duration.ofDays(365)),
                  Map.of("receipt", EmailPolicy.on),
                  Map.of("receipt", PushPolicy.off),
                  Examples.NOW,
                  1));

  public static final Entity<StoredApiKey> KEY =
      TABLE
          .entity(StoredApiKey.class, lookup())
          .partition(TENANT_PARTITION)
          .sort(KeyTemplate.of("k#<keyHash>", KEY_HASH))
          .snakeCase()
          .population(Population.of(4000, 20))
          .example(
              new StoredApiKey(
                  Examples.TENANT,
                  Examples.HASH,
                  KeyScope.admin,
                  "server",
                  "ska_9f86",
                  Examples.NOW,
                  Optional.empty()));

  public record OfTenant(TenantId tenant) {}

  public record OfKey(TenantId tenant, String keyHash) {}

  public record KeyEnd(TenantId tenant, String keyHash, Instant validUntil) {}

  public static final Get<OfTenant, TenantSettings> READ_SETTINGS =
      SETTINGS
          .get("S8.read", "tenant settings", OfTenant.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Put<TenantSettings, TenantSettings> WRITE_SETTINGS =
      SETTINGS.put("S8.write", "change tenant settings").load(perSecond(0.01)).build();

  public static final Composite CHANGE_SETTINGS =
      Composite.of(
          "S8",
          "tenant settings, read and write",
          "a change starts from what was read: the version refuses it if another came first",
          READ_SETTINGS,
          WRITE_SETTINGS);

  public static final Get<InboxKey, InboxConfig> READ_CONFIG =
      CONFIG
          .get("S9.read", "inbox configuration", InboxKey.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Put<InboxConfig, InboxConfig> WRITE_CONFIG =
      CONFIG.put("S9.write", "change inbox configuration").load(perSecond(0.01)).build();

  public static final Query<OfTenant, InboxConfig> LIST_CONFIGS =
      CONFIG
          .query("config.list", "inboxes of a tenant", OfTenant.class)
          .page(100)
          .typically(3)
          .load(perSecond(0.01))
          .build();

  public static final Composite CHANGE_CONFIG =
      Composite.of(
          "S9",
          "inbox configuration, read and write",
          "a change starts from what was read: the version refuses it if another came first",
          READ_CONFIG,
          WRITE_CONFIG);

  public static final Get<OfKey, StoredApiKey> FIND_KEY =
      KEY.get("key.find", "the key that a caller presents", OfKey.class)
          .consistent()
          .load(perSecond(20))
          .build();

  public static final Query<OfTenant, StoredApiKey> LIST_KEYS =
      KEY.query("key.list", "keys of a tenant", OfTenant.class)
          .page(100)
          .typically(4)
          .load(perSecond(0.01))
          .build();

  public static final Put<StoredApiKey, StoredApiKey> ADD_KEY =
      KEY.put("key.add", "a new key").ifAbsent().load(perSecond(0.01)).build();

  public static final Delete<OfKey, StoredApiKey> REMOVE_KEY =
      KEY.delete("key.remove", "revoke a key", OfKey.class).load(perSecond(0.01)).build();

  public static final Update<KeyEnd, StoredApiKey> END_KEY =
      KEY.update("key.end", "let a key end at a time", KeyEnd.class)
          .set(optional(StoredApiKey::validUntil))
          .to(param(KeyEnd::validUntil))
          .load(perSecond(0.01))
          .build();

  private Tenants() {}
}
