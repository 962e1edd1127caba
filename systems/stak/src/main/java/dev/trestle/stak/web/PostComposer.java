package dev.trestle.stak.web;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.template.TemplateStore;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.SettingsStore;
import java.time.Duration;
import java.util.Optional;

/** Decides what a post sends: its own message or a filled-in template, if the inbox accepts it. */
public final class PostComposer {
  /** What is sent, and how long it lives. */
  record Composed(String category, Content content, Duration lifetime) {}

  private final SettingsStore settings;
  private final TemplateStore templates;
  private final BodySchema schemas;

  public PostComposer(SettingsStore settings, TemplateStore templates, BodySchema schemas) {
    this.settings = settings;
    this.templates = templates;
    this.schemas = schemas;
  }

  Composed compose(InboxKey inbox, PostRequest request) {
    var config = settings.config(inbox);
    return switch (request.payload()) {
      case PostRequest.Own own ->
          checked(inbox, config, request.category().orElseThrow(), own.content());
      case PostRequest.FromTemplate(var use) -> {
        var template = templates.read(inbox, use.name());
        var category = request.category().orElse(template.category());
        var content = PostRequest.checked(TemplateStore.render(template, use));
        yield checked(inbox, config, category, content);
      }
    };
  }

  private Composed checked(
      InboxKey inbox, Optional<InboxConfig> config, String category, Content content) {
    config.flatMap(InboxConfig::schema).ifPresent(schema -> check(schema, content));
    var lifetime = MessageLifetime.of(category, config, settings.settings(inbox.tenant()));
    return new Composed(category, content, lifetime);
  }

  private void check(String schema, Content content) {
    var invalid =
        schemas.violations(schema, ContentView.of(content).body()).stream()
            .map(each ->
                new Refusal.InvalidField("message.body" + below(each.path()), each.message()))
            .toList();
    if (!invalid.isEmpty()) throw new Refusal.Invalid(invalid);
  }

  /** A path in the body, such as {@code .order.total} for {@code $.order.total}. */
  private static String below(String path) {
    return path.startsWith("$") ? path.substring(1) : path;
  }
}
