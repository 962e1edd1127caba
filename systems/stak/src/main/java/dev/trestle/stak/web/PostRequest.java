package dev.trestle.stak.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.trestle.http.Request;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.Refusal.InvalidField;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.model.IdText;
import dev.trestle.stak.model.Inboxes.BodyType;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.template.TemplateUse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A post as a client sends it. Read token by token: two hundred thousand user ids never become a
 * tree.
 *
 * @param sendAt when it is to be sent; none for at once
 * @param category none if the template's is to be used
 */
record PostRequest(
    Optional<String> hostSystemId,
    Audience audience,
    Optional<Instant> sendAt,
    Optional<String> category,
    Payload payload) {

  /** The message to send. */
  sealed interface Payload {}

  /** A message as it stands. */
  record Own(String title, JsonNode body, Optional<String> ctaUri) implements Payload {
    Content content() {
      boolean isText = body.isTextual();
      var text = isText ? body.textValue() : body.toString();
      return checked(new Content(title, text, isText ? BodyType.text : BodyType.json, ctaUri));
    }
  }

  /** A template to fill in. */
  record FromTemplate(TemplateUse use) implements Payload {}

  /** The longest post. */
  static final int BYTES_MAX = 16 << 20;

  static final String LINK_RULE = "Use a link such as https://… or app://…";

  private static final int BODY_BYTES_MAX = 32 * 1024;
  private static final int TITLE_LENGTH_MAX = 512;

  /** Links with these schemes would run in the page that shows them. */
  private static final Set<String> FORBIDDEN_SCHEMES =
      Set.of("javascript", "data", "vbscript", "file", "blob");

  /** Reads a value within a larger text, so that more may follow it. */
  private static final ObjectReader VALUE =
      Json.tree().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static PostRequest read(Request request) {
    try (var parser =
        Json.tree()
            .getFactory()
            .createParser(request.bodyArray(), request.bodyStart(), request.bodyLength())) {
      return new Reading(parser).post();
    } catch (JsonProcessingException e) {
      var invalid = Json.refusal(e).fieldErrors().getFirst();
      throw new Refusal.Invalid(invalid.field(), invalid.message());
    } catch (IOException e) {
      throw new Refusal.Invalid("", "The body cannot be read.");
    }
  }

  /** The content, if it is not too long and its link can be followed safely. */
  static Content checked(Content content) {
    if (content.title().length() > TITLE_LENGTH_MAX) {
      throw new Refusal.Invalid(
          "message.title", "Use at most " + TITLE_LENGTH_MAX + " characters.");
    }
    if (content.body().getBytes(StandardCharsets.UTF_8).length > BODY_BYTES_MAX) {
      throw new Refusal.Invalid("message.body", "A body has at most 32 KB.");
    }
    content
        .ctaUri()
        .ifPresent(link -> {
          if (!isAllowedLink(link)) throw new Refusal.Invalid("message.cta_uri", LINK_RULE);
        });
    return content;
  }

  /** The text of a variable's value. */
  static String variable(String name, JsonNode value) {
    if (!value.isValueNode() || value.isNull()) {
      throw new Refusal.Invalid("message.variables." + name, "Use a text, a number or a truth.");
    }
    var text = value.asText();
    if (text.length() > TemplateUse.VALUE_LENGTH_MAX) {
      throw new Refusal.Invalid(
          "message.variables." + name,
          "Use at most " + TemplateUse.VALUE_LENGTH_MAX + " characters.");
    }
    return text;
  }

  static boolean isAllowedLink(String text) {
    try {
      var scheme = Optional.ofNullable(new URI(text).getScheme()).orElse("");
      return !scheme.isEmpty() && !FORBIDDEN_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** The fields read so far. */
  private static final class Reading {
    private final JsonParser parser;
    private Optional<String> hostSystemId = Optional.empty();
    private Optional<Instant> sendAt = Optional.empty();
    private Optional<String> kind = Optional.empty();
    private Optional<String> label = Optional.empty();
    private Optional<String> topic = Optional.empty();
    private final Set<UserId> uids = new LinkedHashSet<>();
    private Optional<String> category = Optional.empty();
    private Optional<String> title = Optional.empty();
    private Optional<JsonNode> body = Optional.empty();
    private Optional<String> ctaUri = Optional.empty();
    private Optional<String> template = Optional.empty();
    private Optional<String> language = Optional.empty();
    private final Map<String, String> variables = new HashMap<>();

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    PostRequest post() throws IOException {
      expect(parser.nextToken(), JsonToken.START_OBJECT, "");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "headers" -> headers();
          case "taxonomy" -> taxonomy();
          case "message" -> message();
          default -> parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new Refusal.Invalid("", "There is something after the JSON object.");
      }
      return checked();
    }

    private void headers() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "headers");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "host_system_id" -> hostSystemId = text("headers.host_system_id", 256);
          case "send_at" -> sendAt = second("headers.send_at");
          case "audiences" -> audiences();
          default -> parser.skipChildren();
        }
      }
    }

    private Optional<Instant> second(String field) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) return Optional.empty();
      expect(parser.currentToken(), JsonToken.VALUE_NUMBER_INT, field);
      return Optional.of(Inputs.second(field, parser.getLongValue()));
    }

    private void audiences() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "headers.audiences");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "kind" -> kind = text("headers.audiences.kind", 16);
          case "label" -> label = text("headers.audiences.label", 256);
          case "topic" -> topic = text("headers.audiences.topic", 128);
          case "uids" -> uids();
          default -> parser.skipChildren();
        }
      }
    }

    private void uids() throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) return;
      expect(parser.currentToken(), JsonToken.START_ARRAY, "headers.audiences.uids");
      int at = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        var field = "headers.audiences.uids[" + at++ + "]";
        expect(parser.currentToken(), JsonToken.VALUE_STRING, field);
        uids.add(Inputs.user(field, parser.getText()));
        if (uids.size() > Audience.Users.MAX) {
          throw new Refusal.Invalid(
              "headers.audiences.uids", "Use at most " + Audience.Users.MAX + " recipients.");
        }
      }
    }

    private void taxonomy() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "taxonomy");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        if (name.equals("category")) category = text("taxonomy.category", 64);
        else parser.skipChildren();
      }
    }

    private void message() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "message");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "title" -> title = text("message.title", TITLE_LENGTH_MAX);
          case "body" -> body = Optional.of(VALUE.readTree(parser));
          case "cta_uri" -> ctaUri = text("message.cta_uri", 2048);
          case "template" -> template = text("message.template", 64);
          case "language" -> language = text("message.language", 35);
          case "variables" -> variables();
          default -> parser.skipChildren();
        }
      }
    }

    private void variables() throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) return;
      expect(parser.currentToken(), JsonToken.START_OBJECT, "message.variables");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        variables.put(name, variable(name, VALUE.readTree(parser)));
        if (variables.size() > TemplateUse.VARIABLES_MAX) {
          throw new Refusal.Invalid(
              "message.variables", "Use at most " + TemplateUse.VARIABLES_MAX + " variables.");
        }
      }
    }

    private Optional<String> text(String field, int lengthMax) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) return Optional.empty();
      expect(parser.currentToken(), JsonToken.VALUE_STRING, field);
      var text = parser.getText();
      if (text.length() > lengthMax) {
        throw new Refusal.Invalid(field, "Use at most " + lengthMax + " characters.");
      }
      return Optional.of(text);
    }

    private static void expect(JsonToken found, JsonToken expected, String field) {
      if (found == expected) return;
      var what =
          switch (expected) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_NUMBER_INT -> "a whole number";
            default -> "a string";
          };
      throw new Refusal.Invalid(field, "This must be " + what + ".");
    }

    private PostRequest checked() {
      var missing = new ArrayList<InvalidField>();
      require(missing, "headers.audiences.kind", kind.isPresent());
      if (template.isEmpty()) {
        require(missing, "taxonomy.category", category.isPresent());
        require(missing, "message.title", title.filter(text -> !text.isBlank()).isPresent());
        require(missing, "message.body", body.isPresent());
      } else if (title.isPresent() || body.isPresent() || ctaUri.isPresent()) {
        throw new Refusal.Invalid("message.template", "Give a template or a message, not both.");
      }
      if (kind.filter("users"::equals).isPresent()) {
        require(missing, "headers.audiences.uids", !uids.isEmpty());
      }
      if (kind.filter("topic"::equals).isPresent()) {
        require(missing, "headers.audiences.topic", topic.isPresent());
      }
      if (!missing.isEmpty()) throw new Refusal.Invalid(missing);
      return new PostRequest(
          hostSystemId,
          audience(kind.orElseThrow()),
          sendAt,
          category.map(text -> Inputs.category("taxonomy.category", text)),
          payload());
    }

    private Payload payload() {
      if (template.isEmpty()) return new Own(title.orElseThrow(), body.orElseThrow(), ctaUri);
      if (!IdText.isValid(template.get(), IdText.CATEGORY_LENGTH_MAX)) {
        throw new Refusal.NotFound(Refusal.Resource.TEMPLATE);
      }
      return new FromTemplate(new TemplateUse(template.get(), language, variables));
    }

    private Audience audience(String named) {
      return switch (named) {
        case "users" -> new Audience.Users(uids, label);
        case "everyone" -> withoutUids(new Audience.Everyone(label));
        case "topic" -> withoutUids(new Audience.OfTopic(topicId(topic.orElseThrow()), label));
        default ->
            throw new Refusal.Invalid("headers.audiences.kind", "Use users, topic or everyone.");
      };
    }

    private Audience withoutUids(Audience audience) {
      if (!uids.isEmpty()) {
        throw new Refusal.Invalid("headers.audiences.uids", "Only a message for users has uids.");
      }
      return audience;
    }

    private static TopicId topicId(String text) {
      return TopicId.parse(text)
          .orElseThrow(() -> new Refusal.Invalid("headers.audiences.topic", TopicId.RULE));
    }

    private static void require(List<InvalidField> missing, String field, boolean isPresent) {
      if (!isPresent) missing.add(new InvalidField(field, Inputs.REQUIRED));
    }
  }
}
