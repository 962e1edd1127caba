package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.PushPolicy;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.SettingsStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code /stack/admin/v1/{tenant}/inboxes}, and {@code config} of each inbox. */
public final class InboxConfigApi {
  private static final int BODY_BYTES_MAX = 128 * 1024;
  private static final int CHANNEL_CATEGORIES_MAX = 100;

  record ConfigRequest(
      String title,
      Optional<String> description,
      Optional<String> schemaVersion,
      Optional<JsonNode> schema,
      Optional<String> messageTtl,
      Optional<Map<String, String>> ttlByCategory,
      Optional<Map<String, String>> emailByCategory,
      Optional<Map<String, String>> pushByCategory,
      Optional<Long> version) {}

  record ConfigView(
      InboxId inbox,
      String title,
      String description,
      String schemaVersion,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<JsonNode> schema,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> messageTtl,
      Map<String, String> ttlByCategory,
      Map<String, EmailPolicy> emailByCategory,
      Map<String, PushPolicy> pushByCategory,
      long updatedAt,
      long version) {
    static ConfigView of(InboxConfig config) {
      var lifetimes = new LinkedHashMap<String, String>();
      config
          .ttlByCategory()
          .forEach((category, time) -> lifetimes.put(category, MessageLifetime.text(time)));
      return new ConfigView(
          config.inbox(),
          config.title(),
          config.description(),
          config.schemaVersion(),
          config
              .schema()
              .map(text -> Json.read(text.getBytes(StandardCharsets.UTF_8), JsonNode.class)),
          config.ttl().map(MessageLifetime::text),
          lifetimes,
          config.emailByCategory(),
          config.pushByCategory(),
          config.updatedAt().getEpochSecond(),
          config.version());
    }
  }

  private final SettingsStore settings;
  private final BodySchema schemas;
  private final Guards guards;
  private final InstantSource clock;

  public InboxConfigApi(
      SettingsStore settings, BodySchema schemas, Guards guards, InstantSource clock) {
    this.settings = settings;
    this.schemas = schemas;
    this.guards = guards;
    this.clock = clock;
  }

  public void addTo(Router router) {
    router.get(AdminApi.TENANT + "inboxes", guards.admin(this::list));
    router.get(AdminApi.INBOX + "config", guards.admin(this::read));
    router.add("PUT", AdminApi.INBOX + "config", guards.admin(this::write), BODY_BYTES_MAX);
  }

  private Reply list(Call call) {
    var tenant = call.noted(Guards.Admin.class).tenant();
    var configs = new ArrayList<>(settings.configs(tenant));
    // Every tenant has the default inbox, configured or not.
    if (configs.stream().noneMatch(each -> each.inbox().equals(SettingsStore.DEFAULT_INBOX))) {
      configs.addFirst(current(new InboxKey(tenant, SettingsStore.DEFAULT_INBOX)));
    }
    return StakReplies.ok(configs.stream().map(ConfigView::of).toList());
  }

  private Reply read(Call call) {
    return StakReplies.ok(ConfigView.of(current(Guards.inbox(call))));
  }

  private InboxConfig current(InboxKey inbox) {
    return settings.readConfig(inbox).orElseGet(() -> InboxConfig.initial(inbox, now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private Reply write(Call call) {
    var request = call.json(ConfigRequest.class);
    var current = current(Guards.inbox(call));
    var schema = request.schema().filter(node -> !node.isNull()).map(JsonNode::toString);
    schema.ifPresent(this::checkSchema);
    var changed =
        new InboxConfig(
            current.tenant(),
            current.inbox(),
            Inputs.title(request.title()),
            request.description().orElse(""),
            request.schemaVersion().orElse(current.schemaVersion()),
            schema,
            request.messageTtl().map(text -> Inputs.lifetime("message_ttl", text)),
            lifetimes(request.ttlByCategory().orElse(Map.of())),
            policies(
                "email_by_category",
                request.emailByCategory().orElse(Map.of()),
                EmailPolicy.values(),
                "Use off, on or required."),
            policies(
                "push_by_category",
                request.pushByCategory().orElse(Map.of()),
                PushPolicy.values(),
                "Use off or on."),
            now(),
            request.version().orElse(current.version()));
    return StakReplies.ok(ConfigView.of(settings.write(changed)));
  }

  private static Map<String, Duration> lifetimes(Map<String, String> texts) {
    var lifetimes = new HashMap<String, Duration>();
    texts.forEach((category, text) ->
        lifetimes.put(
            Inputs.category("ttl_by_category", category),
            Inputs.lifetime("ttl_by_category." + category, text)));
    return Map.copyOf(lifetimes);
  }

  private static <P extends Enum<P>> Map<String, P> policies(
      String field, Map<String, String> texts, P[] known, String rule) {
    if (texts.size() > CHANNEL_CATEGORIES_MAX) {
      throw new Refusal.Invalid(field, "Use at most " + CHANNEL_CATEGORIES_MAX + " categories.");
    }
    var policies = new HashMap<String, P>();
    texts.forEach((category, text) ->
        policies.put(
            Inputs.category(field, category),
            Arrays.stream(known)
                .filter(each -> each.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new Refusal.Invalid(field + "." + category, rule))));
    return Map.copyOf(policies);
  }

  private void checkSchema(String text) {
    if (text.length() > BodySchema.LENGTH_MAX) {
      throw new Refusal.Invalid("schema", "A schema has at most 64 KB.");
    }
    schemas
        .problem(text)
        .ifPresent(problem -> {
          throw new Refusal.Invalid("schema", problem);
        });
  }
}
