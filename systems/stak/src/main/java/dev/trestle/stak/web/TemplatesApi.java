package dev.trestle.stak.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.model.IdText;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.BodyType;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Templates.Template;
import dev.trestle.stak.template.TemplateStore;
import dev.trestle.stak.template.TemplateUse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@code /stack/admin/v1/{tenant}/{inbox}/templates}. */
public final class TemplatesApi {
  private static final int BYTES_MAX = 512 * 1024;
  private static final int LANGUAGES_MAX = 20;
  private static final int BODY_BYTES_MAX = 8 * 1024;

  /** Of all languages together. */
  private static final int TEMPLATE_BYTES_MAX = 128 * 1024;

  private static final int TITLE_LENGTH_MAX = 512;
  private static final int LINK_LENGTH_MAX = 2048;
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}");

  record ContentRequest(String title, JsonNode body, Optional<String> ctaUri) {}

  record TemplateRequest(
      String category,
      Optional<String> language,
      Map<String, ContentRequest> contents,
      Optional<Long> version) {}

  record PreviewRequest(Optional<String> language, Optional<Map<String, JsonNode>> variables) {}

  record PreviewView(String language, ContentView message) {}

  record TemplateView(
      String name,
      String category,
      String language,
      Map<String, ContentView> contents,
      Set<String> variables,
      long updatedAt,
      long version) {
    static TemplateView of(Template template) {
      var contents = new TreeMap<String, ContentView>();
      template.contents().forEach((tag, content) -> contents.put(tag, ContentView.of(content)));
      return new TemplateView(
          template.name(),
          template.category(),
          template.language(),
          contents,
          TemplateStore.variables(template),
          template.updatedAt().getEpochSecond(),
          template.version());
    }
  }

  private final TemplateStore templates;
  private final Guards guards;
  private final InstantSource clock;

  public TemplatesApi(TemplateStore templates, Guards guards, InstantSource clock) {
    this.templates = templates;
    this.guards = guards;
    this.clock = clock;
  }

  public void addTo(Router router) {
    var one = AdminApi.INBOX + "templates/{name}";
    router.get(AdminApi.INBOX + "templates", guards.adminOfInbox(this::list));
    router.get(one, guards.adminOfInbox(this::read));
    router.add("PUT", one, guards.adminOfInbox(this::write), BYTES_MAX);
    router.delete(one, guards.adminOfInbox(this::remove));
    router.post(one + "/preview", guards.adminOfInbox(this::preview));
  }

  private Reply list(Call call) {
    var found = templates.list(call.noted(InboxKey.class));
    return StakReplies.ok(found.stream().map(TemplateView::of).toList());
  }

  private Reply read(Call call) {
    return StakReplies.ok(TemplateView.of(existing(call)));
  }

  private Template existing(Call call) {
    return templates.read(call.noted(InboxKey.class), name(call));
  }

  private static String name(Call call) {
    var name = call.pathParameter("name");
    if (!IdText.isValid(name, IdText.CATEGORY_LENGTH_MAX)) {
      throw new Refusal.Invalid("name", IdText.rule(IdText.CATEGORY_LENGTH_MAX));
    }
    return name;
  }

  private Reply remove(Call call) {
    if (!templates.remove(call.noted(InboxKey.class), name(call))) {
      throw new Refusal.NotFound(Refusal.Resource.TEMPLATE);
    }
    return StakReplies.ok();
  }

  private Reply write(Call call) {
    var request = call.json(TemplateRequest.class);
    var inbox = call.noted(InboxKey.class);
    var name = name(call);
    var contents = contents(request.contents());
    var language = request.language().orElseGet(() -> contents.keySet().iterator().next());
    if (!contents.containsKey(language)) {
      throw new Refusal.Invalid("language", "Choose one of the languages in contents.");
    }
    long current = templates.find(inbox, name).map(Template::version).orElse(0L);
    var changed =
        new Template(
            inbox.tenant(),
            inbox.inbox(),
            name,
            Inputs.category("category", request.category()),
            language,
            Map.copyOf(contents),
            clock.instant().truncatedTo(ChronoUnit.SECONDS),
            request.version().orElse(current));
    return StakReplies.ok(TemplateView.of(templates.write(changed)));
  }

  private static Map<String, Content> contents(Map<String, ContentRequest> requested) {
    if (requested.isEmpty() || requested.size() > LANGUAGES_MAX) {
      throw new Refusal.Invalid("contents", "Use 1 to " + LANGUAGES_MAX + " languages.");
    }
    var contents = new LinkedHashMap<String, Content>();
    requested.forEach((language, request) -> {
      if (!LANGUAGE.matcher(language).matches()) {
        throw new Refusal.Invalid("contents", "Use language tags such as en, sv or pt-BR.");
      }
      contents.put(language, content("contents." + language, request));
    });
    long bytes = contents.values().stream().mapToLong(TemplatesApi::bytes).sum();
    if (bytes > TEMPLATE_BYTES_MAX) {
      throw new Refusal.Invalid("contents", "All languages together have at most 128 KB.");
    }
    return contents;
  }

  private static long bytes(Content content) {
    var text = content.title() + content.body() + content.ctaUri().orElse("");
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Content content(String field, ContentRequest request) {
    if (request.title().isBlank() || request.title().length() > TITLE_LENGTH_MAX) {
      throw new Refusal.Invalid(field + ".title", "Use 1 to " + TITLE_LENGTH_MAX + " characters.");
    }
    boolean isText = request.body().isTextual();
    var body = isText ? request.body().textValue() : request.body().toString();
    if (body.getBytes(StandardCharsets.UTF_8).length > BODY_BYTES_MAX) {
      throw new Refusal.Invalid(field + ".body", "The body of a template has at most 8 KB.");
    }
    request
        .ctaUri()
        .ifPresent(link -> {
          if (link.length() > LINK_LENGTH_MAX
              || !PostRequest.isAllowedLink(withoutVariables(link))) {
            throw new Refusal.Invalid(field + ".cta_uri", PostRequest.LINK_RULE);
          }
        });
    return new Content(
        request.title(), body, isText ? BodyType.text : BodyType.json, request.ctaUri());
  }

  private static String withoutVariables(String link) {
    return link.replace("{{", "").replace("}}", "").replace(" ", "");
  }

  private Reply preview(Call call) {
    var template = existing(call);
    var request = call.json(PreviewRequest.class);
    var variables = new HashMap<String, String>();
    request
        .variables()
        .orElse(Map.of())
        .forEach((name, value) -> variables.put(name, PostRequest.variable(name, value)));
    if (variables.size() > TemplateUse.VARIABLES_MAX) {
      throw new Refusal.Invalid(
          "message.variables", "Use at most " + TemplateUse.VARIABLES_MAX + " variables.");
    }
    var use = new TemplateUse(template.name(), request.language(), variables);
    return StakReplies.ok(
        new PreviewView(
            TemplateStore.language(template, use.language()),
            ContentView.of(TemplateStore.render(template, use))));
  }
}
