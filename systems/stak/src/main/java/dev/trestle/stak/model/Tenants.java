package dev.trestle.stak.model;

import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.EVENT;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tenants, their inboxes and their keys. */
public final class Tenants {
  private static final KeyTemplate OF_TENANT = KeyTemplate.of("t#<tenant>", TENANT);

  /**
   * Where a tenant wants to be told what happened.
   *
   * @param events the kinds of events it wants
   */
  public record Webhook(String url, Set<String> events) {}

  /**
   * What holds for all inboxes of a tenant.
   *
   * @param ttl how long messages live, where the inbox does not say
   * @param origins pages of these origins may use the user API from a browser
   * @param webhookKey counts the keys that sign webhooks; the one before it signs too
   */
  public record TenantSettings(
      String tenant,
      String title,
      Optional<Duration> ttl,
      Set<String> origins,
      Optional<Webhook> webhook,
      long webhookKey,
      Instant updatedAt,
      long version) {}

  /** Something a webhook is told. */
  public record WebhookEvent(
      String tenant,
      String event,
      String kind,
      String body,
      Instant createdAt,
      Optional<Instant> acceptedAt,
      long attempts,
      Optional<String> lastAnswer,
      Instant ttl) {}

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

  /**
   * A key, of which only the hash is kept.
   *
   * @param hint how the key begins, so that people can tell theirs apart
   * @param until from when on it is void, where another has replaced it
   */
  public record ApiKey(
      String tenant,
      String keyHash,
      Scope scope,
      String label,
      String hint,
      Instant createdAt,
      Optional<Instant> until) {}

  public static final Entity<TenantSettings> SETTINGS =
      TABLE
          .entity(TenantSettings.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("st#tenant_settings"))
          .snakeCase()
          .named(TenantSettings::ttl, "message_ttl")
          .version(TenantSettings::version)
          .population(Population.of(1000, 1))
          .example(
              new TenantSettings(
                  "acme",
                  "Acme",
                  Optional.of(Duration.ofDays(30)),
                  Set.of("https://app.acme.example"),
                  Optional.of(new Webhook("https://acme.example/stak", Set.of("message.read"))),
                  1,
                  Examples.NOW,
                  3));

  public static final Entity<InboxConfig> CONFIG =
      TABLE
          .entity(InboxConfig.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("si#<inbox>", INBOX))
          .snakeCase()
          .named(InboxConfig::ttl, "message_ttl")
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
          .snakeCase()
          .population(Population.of(4000, 20))
          .example(
              new ApiKey(
                  "acme",
                  Examples.HASH,
                  Scope.admin,
                  "server",
                  "ska_9f86",
                  Examples.NOW,
                  Optional.empty()));

  public static final Entity<WebhookEvent> WEBHOOK_EVENT =
      TABLE
          .entity(WebhookEvent.class, lookup())
          .partition(OF_TENANT)
          .sort(KeyTemplate.of("w#<event>", EVENT))
          .snakeCase()
          .expires(WebhookEvent::ttl)
          .maxBytes(60_000)
          .population(Population.of(100_000, 20_000).kept(Duration.ofDays(7)))
          .example(
              new WebhookEvent(
                  "acme",
                  Examples.ID + ".read.7",
                  "message.read",
                  "{\"type\":\"message.read\",\"user\":\"user456\"}",
                  Examples.NOW,
                  Optional.of(Examples.NOW),
                  1,
                  Optional.of("200"),
                  Examples.LATER));

  public record OfTenant(String tenant) {}

  public record OfInbox(String tenant, String inbox) {}

  public record OfKey(String tenant, String keyHash) {}

  public record Ending(String tenant, String keyHash, Instant until) {}

  public static final Get<OfTenant, TenantSettings> READ_SETTINGS =
      SETTINGS
          .get("S8.read", "tenant settings", OfTenant.class)
          .consistent()
          .load(perSecond(5))
          .build();

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
      CONFIG
          .get("S9.read", "inbox configuration", OfInbox.class)
          .consistent()
          .load(perSecond(5))
          .build();

  public static final Put<InboxConfig, InboxConfig> WRITE_CONFIG =
      CONFIG.put("S9.write", "change inbox configuration").load(perSecond(0.01)).build();

  public static final Query<OfTenant, InboxConfig> CONFIGS =
      CONFIG
          .query("config.list", "inboxes of a tenant", OfTenant.class)
          .page(100)
          .typically(3)
          .load(perSecond(0.01))
          .build();

  public static final Composite S9 =
      Composite.of(
          "S9",
          "inbox configuration, read and write",
          "a change is made to what was read: the version refuses a change to anything else",
          READ_CONFIG,
          WRITE_CONFIG);

  public static final Get<OfKey, ApiKey> FIND_KEY =
      KEY.get("key.find", "who presents this key", OfKey.class)
          .consistent()
          .load(perSecond(20))
          .build();

  public static final Query<OfTenant, ApiKey> KEYS =
      KEY.query("key.list", "keys of a tenant", OfTenant.class)
          .page(100)
          .typically(4)
          .load(perSecond(0.01))
          .build();

  public static final Put<ApiKey, ApiKey> ADD_KEY =
      KEY.put("key.add", "a new key").ifAbsent().load(perSecond(0.01)).build();

  public static final Delete<OfKey, ApiKey> REMOVE_KEY =
      KEY.delete("key.remove", "a key is void", OfKey.class).load(perSecond(0.01)).build();

  public static final Update<Ending, ApiKey> END_KEY =
      KEY.update("key.end", "a key is void from a time on", Ending.class)
          .set(optional(ApiKey::until))
          .to(param(Ending::until))
          .ifExists()
          .load(perSecond(0.01))
          .build();

  public record OfEvent(String tenant, String event) {}

  public static final Put<WebhookEvent, WebhookEvent> TELL =
      WEBHOOK_EVENT.put("webhook.put", "something to tell").ifAbsent().load(perSecond(10)).build();

  /** The same as a step of what is told. */
  static final Put<WebhookEvent, WebhookEvent> TELL_READ =
      WEBHOOK_EVENT.put("webhook.read", "a user's doing, to be told").build();

  public static final Get<OfEvent, WebhookEvent> TOLD =
      WEBHOOK_EVENT
          .get("webhook.get", "what is to be told", OfEvent.class)
          .consistent()
          .load(perSecond(10))
          .build();

  public record Attempt(
      String tenant, String event, long attempts, String answer, Optional<Instant> acceptedAt) {}

  public static final Update<Attempt, WebhookEvent> TRIED =
      WEBHOOK_EVENT
          .update("webhook.tried", "how an attempt ended", Attempt.class)
          .set(WebhookEvent::attempts)
          .to(param(Attempt::attempts))
          .set(optional(WebhookEvent::lastAnswer))
          .to(param(Attempt::answer))
          .set(WebhookEvent::acceptedAt)
          .to(param(Attempt::acceptedAt))
          .ifExists()
          .load(perSecond(10))
          .build();

  public static final Query<OfTenant, WebhookEvent> EVENTS =
      WEBHOOK_EVENT
          .query("webhook.list", "what was told last", OfTenant.class)
          .descending()
          .page(50)
          .load(perSecond(0.01))
          .build();

  private Tenants() {}
}
