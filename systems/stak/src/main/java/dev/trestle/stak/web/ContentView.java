package dev.trestle.stak.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.model.Inboxes.Content;
import java.util.Optional;

/** The content of a message, in JSON. */
record ContentView(String title, JsonNode body, Optional<String> ctaUri) {
  static ContentView of(Content content) {
    return new ContentView(content.title(), body(content), content.ctaUri());
  }

  private static JsonNode body(Content content) {
    return switch (content.bodyType()) {
      case text -> TextNode.valueOf(content.body());
      case json -> {
        try {
          yield Json.tree().readTree(content.body());
        } catch (JsonProcessingException e) {
          throw new IllegalStateException("a stored body is not JSON");
        }
      }
    };
  }
}
