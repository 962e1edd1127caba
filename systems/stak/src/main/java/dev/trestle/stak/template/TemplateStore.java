package dev.trestle.stak.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.Refusal.InvalidField;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Templates;
import dev.trestle.stak.model.Templates.OfTemplate;
import dev.trestle.stak.model.Templates.Template;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The templates of inboxes. */
public final class TemplateStore {
  private static final int LISTED_MAX = 1000;

  private final Store store;

  public TemplateStore(Store store) {
    this.store = store;
  }

  public List<Template> list(InboxKey inbox) {
    return store.stream(Templates.LIST, inbox, LISTED_MAX).toList();
  }

  /**
   * One template.
   *
   * @throws Refusal.NotFound if there is none with this name
   */
  public Template read(InboxKey inbox, String name) {
    return find(inbox, name).orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.TEMPLATE));
  }

  public Optional<Template> find(InboxKey inbox, String name) {
    return store.run(Templates.READ, new OfTemplate(inbox.tenant(), inbox.inbox(), name));
  }

  /**
   * Writes a template.
   *
   * @throws Refusal.ChangedMeanwhile if it has another version by now
   */
  public Template write(Template changed) {
    return switch (store.run(Templates.WRITE, changed)) {
      case Written.Done<Template>(var record) -> record.orElseThrow();
      case Written.Refused<Template> _ -> throw new Refusal.ChangedMeanwhile();
    };
  }

  /** Deletes a template; false if there is none. */
  public boolean remove(InboxKey inbox, String name) {
    var key = new OfTemplate(inbox.tenant(), inbox.inbox(), name);
    return store.run(Templates.REMOVE, key).done().isPresent();
  }

  /** The variables of a template, in all its languages. */
  public static Set<String> variables(Template template) {
    var names = new TreeSet<String>();
    template.contents().values().forEach(content -> names.addAll(variables(content)));
    return names;
  }

  private static Set<String> variables(Content content) {
    var names = new TreeSet<>(TemplateText.variables(content.title()));
    names.addAll(TemplateText.variables(content.body()));
    content.ctaUri().map(TemplateText::variables).ifPresent(names::addAll);
    return names;
  }

  /** The language to use: the wanted one, one without its region, or the template's own. */
  public static String language(Template template, Optional<String> wanted) {
    var tag = wanted.orElse(template.language());
    while (!template.contents().containsKey(tag) && tag.contains("-")) {
      tag = tag.substring(0, tag.lastIndexOf('-'));
    }
    return template.contents().containsKey(tag) ? tag : template.language();
  }

  /**
   * Fills in a template.
   *
   * @throws Refusal.Invalid naming each variable without a value
   */
  public static Content render(Template template, TemplateUse use) {
    var content = template.contents().get(language(template, use.language()));
    if (content == null) throw new IllegalStateException("a template without its own language");
    var missing = new ArrayList<InvalidField>();
    for (var name : variables(content)) {
      if (!use.variables().containsKey(name)) {
        missing.add(new InvalidField("message.variables." + name, "Required."));
      }
    }
    if (!missing.isEmpty()) throw new Refusal.Invalid(missing);
    return render(content, use.variables());
  }

  private static Content render(Content content, Map<String, String> values) {
    UnaryOperator<String> value = name -> values.getOrDefault(name, "");
    var body =
        switch (content.bodyType()) {
          case text -> TemplateText.render(content.body(), value);
          case json -> render(tree(content.body()), value).toString();
        };
    // A value is one piece of the link: it cannot change where the link leads.
    UnaryOperator<String> encoded =
        name -> URLEncoder.encode(value.apply(name), StandardCharsets.UTF_8).replace("+", "%20");
    return new Content(
        TemplateText.render(content.title(), value),
        body,
        content.bodyType(),
        content.ctaUri().map(link -> TemplateText.render(link, encoded)));
  }

  private static JsonNode tree(String json) {
    try {
      return Json.tree().readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored body is not JSON");
    }
  }

  /** Fills in the texts of a body. Values cannot change its structure. */
  private static JsonNode render(JsonNode node, UnaryOperator<String> value) {
    return switch (node) {
      case TextNode text -> TextNode.valueOf(TemplateText.render(text.textValue(), value));
      case ArrayNode list -> {
        var rendered = list.arrayNode();
        list.forEach(each -> rendered.add(render(each, value)));
        yield rendered;
      }
      case ObjectNode object -> {
        var rendered = object.objectNode();
        object
            .properties()
            .forEach(each -> rendered.set(each.getKey(), render(each.getValue(), value)));
        yield rendered;
      }
      case JsonNode other -> other;
    };
  }
}
