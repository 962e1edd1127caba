package dev.trestle.stak.web;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.trestle.http.Request;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.tenant.Names;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A post as it comes in, read token by token: two hundred thousand uids never become a tree.
 *
 * @param body any JSON
 */
record PostBody(
    Optional<String> hostSystemId,
    String kind,
    Optional<String> label,
    Set<String> uids,
    String category,
    String title,
    JsonNode body,
    Optional<String> ctaUri) {

  /** The longest post. */
  static final int BYTES_MAX = 16 << 20;

  static PostBody read(Request request) {
    try (var parser =
        Json.tree()
            .getFactory()
            .createParser(request.bodyArray(), request.bodyStart(), request.bodyLength())) {
      return new Reading(parser).post();
    } catch (JsonProcessingException e) {
      throw ApiError.invalid("", "The body is not JSON.");
    } catch (IOException e) {
      throw ApiError.invalid("", "The body cannot be read.");
    }
  }

  /** Reads a value within something larger: what follows it is not too much. */
  private static final ObjectReader PART =
      Json.tree().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** The fields met so far. */
  private static final class Reading {
    private final JsonParser parser;
    private Optional<String> hostSystemId = Optional.empty();
    private Optional<String> kind = Optional.empty();
    private Optional<String> label = Optional.empty();
    private final Set<String> uids = new LinkedHashSet<>();
    private Optional<String> category = Optional.empty();
    private Optional<String> title = Optional.empty();
    private Optional<JsonNode> body = Optional.empty();
    private Optional<String> ctaUri = Optional.empty();

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    PostBody post() throws IOException {
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
      if (parser.nextToken() != null) throw ApiError.invalid("", "Something follows the body.");
      return checked();
    }

    private void headers() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "headers");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "host_system_id" -> hostSystemId = text("headers.host_system_id", 256);
          case "audiences" -> audiences();
          default -> parser.skipChildren();
        }
      }
    }

    private void audiences() throws IOException {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "headers.audiences");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        var name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "kind" -> kind = text("headers.audiences.kind", 16);
          case "label" -> label = text("headers.audiences.label", 256);
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
        var uid = parser.getText();
        if (!Names.isUser(uid)) throw ApiError.invalid(field, Names.USER_RULE);
        uids.add(uid);
        if (uids.size() > Posts.UIDS_MAX) {
          throw ApiError.invalid(
              "headers.audiences.uids", "At most " + Posts.UIDS_MAX + " recipients are allowed.");
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
          case "title" -> title = text("message.title", 512);
          case "body" -> body = Optional.of(PART.readTree(parser));
          case "cta_uri" -> ctaUri = text("message.cta_uri", 2048);
          default -> parser.skipChildren();
        }
      }
    }

    private Optional<String> text(String field, int max) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) return Optional.empty();
      expect(parser.currentToken(), JsonToken.VALUE_STRING, field);
      var text = parser.getText();
      if (text.length() > max) {
        throw ApiError.invalid(field, "At most " + max + " characters are allowed.");
      }
      return Optional.of(text);
    }

    private static void expect(JsonToken found, JsonToken wanted, String field) {
      if (found != wanted) throw ApiError.invalid(field, "This does not fit what is expected.");
    }

    private PostBody checked() {
      var missing = new ArrayList<ApiError.FieldError>();
      need(missing, "headers.audiences.kind", kind.isPresent());
      need(missing, "taxonomy.category", category.isPresent());
      need(missing, "message.title", title.filter(text -> !text.isBlank()).isPresent());
      need(missing, "message.body", body.isPresent());
      boolean isToUsers = kind.filter("users"::equals).isPresent();
      if (isToUsers) need(missing, "headers.audiences.uids", !uids.isEmpty());
      if (!missing.isEmpty()) throw ApiError.invalid(missing);
      if (!isToUsers && !kind.orElseThrow().equals("everyone")) {
        throw ApiError.invalid("headers.audiences.kind", "users or everyone is expected.");
      }
      if (!isToUsers && !uids.isEmpty()) {
        throw ApiError.invalid("headers.audiences.uids", "Everyone has no uids.");
      }
      if (!Names.isCategory(category.orElseThrow())) {
        throw ApiError.invalid("taxonomy.category", Names.RULE);
      }
      return new PostBody(
          hostSystemId,
          kind.orElseThrow(),
          label,
          uids,
          category.orElseThrow(),
          title.orElseThrow(),
          body.orElseThrow(),
          ctaUri);
    }

    private static void need(List<ApiError.FieldError> missing, String field, boolean isThere) {
      if (!isThere) missing.add(new ApiError.FieldError(field, "This is missing."));
    }
  }
}
