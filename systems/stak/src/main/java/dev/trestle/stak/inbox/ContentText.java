package dev.trestle.stak.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.model.Inboxes.Content;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The content of a message as text, for channels beside the inbox. */
public final class ContentText {
  /** As many as the widget shows. */
  private static final int FACTS_MAX = 8;

  private ContentText() {}

  /** A text as it is; the plain fields of other JSON, by name, as the widget shows them. */
  public static String plain(Content content) {
    return switch (content.bodyType()) {
      case text -> content.body();
      case json -> json(content.body());
    };
  }

  /** At most this many characters, and an ellipsis if there are more. */
  public static String shortened(String text, int max) {
    if (text.codePointCount(0, text.length()) <= max) return text;
    return text.substring(0, text.offsetByCodePoints(0, max)) + "…";
  }

  private static String json(String body) {
    try {
      var tree = Json.tree().readTree(body);
      if (tree.isValueNode()) return tree.asText();
      var facts = new ArrayList<String>();
      tree.properties()
          .forEach(field -> {
            if (field.getValue().isValueNode()) facts.add(fact(field.getKey(), field.getValue()));
          });
      return facts.isEmpty()
          ? tree.toString()
          : facts.stream().limit(FACTS_MAX).collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String fact(String key, JsonNode value) {
    var name = key.replaceAll("[_-]+", " ").strip();
    var shown =
        name.isEmpty() ? key : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    return shown + ": " + (value.isNull() ? "–" : value.asText());
  }

  /** The message's link, if any program can open it. */
  public static Optional<String> link(Content content) {
    return content
        .ctaUri()
        .flatMap(text -> {
          try {
            var uri = new URI(text.strip());
            var scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
            return (scheme.equals("https") || scheme.equals("http")) && uri.getHost() != null
                ? Optional.of(uri.toASCIIString())
                : Optional.<String>empty();
          } catch (URISyntaxException e) {
            return Optional.empty();
          }
        });
  }
}
