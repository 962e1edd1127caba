package dev.trestle.stak.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.message.Life;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.Tenants.Webhook;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Names;
import dev.trestle.stak.webhook.Targets;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.store.Written;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Settings of a tenant and configurations of its inboxes, under {@code /stack/admin/v1}. */
final class TenantApi {
  private static final int TITLE_MAX = 256;
  private static final int ORIGINS_MAX = 50;
  private static final int SCHEMA_BODY_BYTES = 128 * 1024;

  record HookGiven(String url, Set<String> events) {}

  record SettingsGiven(
      String title,
      Optional<String> messageTtl,
      Optional<Set<String>> allowedOrigins,
      Optional<HookGiven> webhook,
      Optional<Long> version) {}

  record ConfigGiven(
      String title,
      Optional<String> description,
      Optional<String> schemaVersion,
      Optional<JsonNode> schema,
      Optional<String> messageTtl,
      Optional<Map<String, String>> ttlByCategory,
      Optional<Long> version) {}

  private final Directory directory;
  private final BodySchema schemas;
  private final Targets targets;
  private final Doors doors;
  private final InstantSource clock;

  TenantApi(
      Directory directory, BodySchema schemas, Targets targets, Doors doors, InstantSource clock) {
    this.directory = directory;
    this.schemas = schemas;
    this.targets = targets;
    this.doors = doors;
    this.clock = clock;
  }

  void addTo(Router router) {
    router.get("/{tenant}/settings", doors.admin(this::settings));
    router.put("/{tenant}/settings", doors.admin(this::setSettings));
    router.get("/{tenant}/inboxes", doors.admin(this::inboxes));
    router.get(AdminApi.INBOX + "config", doors.admin(this::config));
    router.add("PUT", AdminApi.INBOX + "config", doors.admin(this::setConfig), SCHEMA_BODY_BYTES);
  }

  private static String tenant(Call call) {
    return call.noted(Doors.Admin.class).tenant();
  }

  private Reply settings(Call call) {
    return Answers.ok(json(present(call)));
  }

  private TenantSettings present(Call call) {
    return directory
        .readSettings(tenant(call))
        .orElseThrow(() -> ApiError.notFound("There are no settings."));
  }

  static Map<String, Object> json(TenantSettings settings) {
    var json = new LinkedHashMap<String, Object>();
    json.put("tenant", settings.tenant());
    json.put("title", settings.title());
    json.put("message_ttl", settings.ttl().map(Life::text));
    json.put("allowed_origins", settings.origins().stream().sorted().toList());
    json.put("webhook", settings.webhook());
    json.put("updated_at", settings.updatedAt().getEpochSecond());
    json.put("version", settings.version());
    return json;
  }

  private Reply setSettings(Call call) {
    var given = call.json(SettingsGiven.class);
    var present = present(call);
    checkTitle(given.title());
    var origins = given.allowedOrigins().orElse(present.origins());
    if (origins.size() > ORIGINS_MAX || !origins.stream().allMatch(TenantApi::isOrigin)) {
      throw ApiError.invalid(
          "allowed_origins", "At most 50 origins such as https://app.example.com are expected.");
    }
    given.webhook().ifPresent(this::check);
    var changed =
        new TenantSettings(
            present.tenant(),
            given.title(),
            given.messageTtl().map(text -> life("message_ttl", text)),
            Set.copyOf(origins),
            given.webhook().map(hook -> new Webhook(hook.url(), Set.copyOf(hook.events()))),
            present.webhookKey(),
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            given.version().orElse(present.version()));
    return switch (directory.write(changed)) {
      case Written.Done<TenantSettings>(var record) -> Answers.ok(json(record.orElseThrow()));
      case Written.Refused<TenantSettings> _ -> throw changedMeanwhile();
    };
  }

  private void check(HookGiven hook) {
    targets
        .fault(hook.url())
        .ifPresent(fault -> {
          throw ApiError.invalid("webhook.url", fault);
        });
    if (hook.events().isEmpty() || !Webhooks.KINDS.containsAll(hook.events())) {
      throw ApiError.invalid(
          "webhook.events", "Of " + String.join(", ", Webhooks.KINDS.stream().sorted().toList()));
    }
  }

  private static boolean isOrigin(String text) {
    try {
      var uri = new URI(text);
      var scheme = Optional.ofNullable(uri.getScheme()).orElse("");
      return (scheme.equals("https") || scheme.equals("http"))
          && uri.getHost() != null
          && Optional.ofNullable(uri.getRawPath()).orElse("").isEmpty()
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void checkTitle(String title) {
    if (title.isBlank() || title.length() > TITLE_MAX) {
      throw ApiError.invalid("title", "1 to " + TITLE_MAX + " characters are expected.");
    }
  }

  private static Duration life(String field, String text) {
    return Life.parse(text)
        .orElseThrow(
            () -> ApiError.invalid(field, "A time such as 30d, 12h, 15m or 90s, up to 730d."));
  }

  private Reply inboxes(Call call) {
    var inboxes = new ArrayList<>(directory.inboxes(tenant(call)));
    // It is there without having been configured.
    if (inboxes.stream().noneMatch(each -> each.inbox().equals(Directory.DEFAULT_INBOX))) {
      inboxes.addFirst(present(tenant(call), Directory.DEFAULT_INBOX));
    }
    return Answers.ok(inboxes.stream().map(TenantApi::json).toList());
  }

  private Reply config(Call call) {
    var inbox = Doors.inbox(call);
    return Answers.ok(json(present(tenant(call), inbox)));
  }

  /** An inbox that nobody has configured has the usual configuration. */
  private InboxConfig present(String tenant, String inbox) {
    return directory
        .readConfig(tenant, inbox)
        .orElseGet(() ->
            new InboxConfig(
                tenant,
                inbox,
                inbox,
                "",
                "1.0",
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                0));
  }

  private static Map<String, Object> json(InboxConfig config) {
    var json = new LinkedHashMap<String, Object>();
    json.put("inbox", config.inbox());
    json.put("title", config.title());
    json.put("description", config.description());
    json.put("schema_version", config.schemaVersion());
    json.put("schema", config.schema().map(TenantApi::tree));
    json.put("message_ttl", config.ttl().map(Life::text));
    var lives = new LinkedHashMap<String, String>();
    config.ttlByCategory().forEach((category, life) -> lives.put(category, Life.text(life)));
    json.put("ttl_by_category", lives);
    json.put("updated_at", config.updatedAt().getEpochSecond());
    json.put("version", config.version());
    return json;
  }

  private static JsonNode tree(String text) {
    return Json.read(text.getBytes(StandardCharsets.UTF_8), JsonNode.class);
  }

  private Reply setConfig(Call call) {
    var given = call.json(ConfigGiven.class);
    var present = present(tenant(call), Doors.inbox(call));
    checkTitle(given.title());
    var schema = given.schema().filter(node -> !node.isNull()).map(JsonNode::toString);
    schema.ifPresent(this::checkSchema);
    var lives = new HashMap<String, Duration>();
    given
        .ttlByCategory()
        .orElse(Map.of())
        .forEach((category, text) -> {
          if (!Names.isCategory(category)) throw ApiError.invalid("ttl_by_category", Names.RULE);
          lives.put(category, life("ttl_by_category." + category, text));
        });
    var changed =
        new InboxConfig(
            present.tenant(),
            present.inbox(),
            given.title(),
            given.description().orElse(""),
            given.schemaVersion().orElse(present.schemaVersion()),
            schema,
            given.messageTtl().map(text -> life("message_ttl", text)),
            Map.copyOf(lives),
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            given.version().orElse(present.version()));
    return switch (directory.write(changed)) {
      case Written.Done<InboxConfig>(var record) -> Answers.ok(json(record.orElseThrow()));
      case Written.Refused<InboxConfig> _ -> throw changedMeanwhile();
    };
  }

  private void checkSchema(String text) {
    if (text.length() > BodySchema.TEXT_MAX) {
      throw ApiError.invalid("schema", "At most 64 KB are allowed.");
    }
    schemas
        .fault(text)
        .ifPresent(fault -> {
          throw ApiError.invalid("schema", fault);
        });
  }

  private static ApiError changedMeanwhile() {
    return ApiError.conflict("Somebody else has changed this. Please read it again.");
  }
}
