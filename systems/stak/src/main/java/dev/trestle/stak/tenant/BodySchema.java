package dev.trestle.stak.tenant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.DisallowUnknownJsonMetaSchemaFactory;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.resource.DisallowSchemaLoader;
import dev.trestle.platform.web.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * JSON Schemas that the bodies of an inbox must fit: 2020-12, or 2019-09 or draft 7 where the
 * schema says so. A schema is read from its own text and from nowhere else: a reference to another
 * address is refused, never followed. Whatever a tenant writes, looking at a body ends soon:
 * patterns are {@linkplain LinearPattern linear}, the rest is {@linkplain Effort counted}.
 */
public final class BodySchema {
  /** The longest schema. */
  public static final int TEXT_MAX = 64 * 1024;

  private static final int KEPT_MAX = 1000;
  private static final int TOLD_MAX = 20;

  /** What does not fit, and where. */
  public record Misfit(String path, String message) {}

  private static final String TOO_MUCH = "This takes too long to be held against a body.";

  /**
   * References are looked up each time: kept, those of a schema that recurs would fill the heap.
   */
  private final SchemaValidatorsConfig config =
      SchemaValidatorsConfig.builder()
          .regularExpressionFactory(LinearPattern::new)
          .cacheRefs(false)
          .preloadJsonSchemaRefMaxNestingDepth(0)
          .pathType(PathType.LEGACY)
          .formatAssertionsEnabled(false)
          .locale(Locale.ENGLISH)
          .build();

  private final JsonSchemaFactory factory =
      JsonSchemaFactory.builder()
          .metaSchema(Effort.counted(JsonMetaSchema.getV202012()))
          .metaSchema(Effort.counted(JsonMetaSchema.getV201909()))
          .metaSchema(Effort.counted(JsonMetaSchema.getV7()))
          .defaultMetaSchemaIri(JsonMetaSchema.getV202012().getIri())
          .metaSchemaFactory(DisallowUnknownJsonMetaSchemaFactory.getInstance())
          .schemaLoaders(loaders -> loaders.add(DisallowSchemaLoader.getInstance()))
          .build();

  private final Cache<String, JsonSchema> kept =
      Caffeine.newBuilder().maximumSize(KEPT_MAX).build();

  /** Why a text is no schema; nothing if it is one. */
  public Optional<String> fault(String text) {
    try {
      return Effort.bounded(() -> {
        var schema = schema(text);
        schema.initializeValidators();
        // Some references are followed only now.
        schema.validate(Json.tree().createObjectNode());
        return Optional.empty();
      });
    } catch (LinearPattern.UnsupportedException e) {
      return Optional.of(
          "The pattern %s cannot be used: it may be 1000 characters long, without look-around and back references."
              .formatted(e.pattern()));
    } catch (Effort.SpentException e) {
      return Optional.of(TOO_MUCH);
    } catch (JsonSchemaException e) {
      return Optional.of("This is not a JSON Schema that stands by itself.");
    } catch (IllegalArgumentException e) {
      return Optional.of("This is not JSON.");
    }
  }

  /** Where a body does not fit its schema, in the order of the paths. */
  public List<Misfit> misfits(String schema, JsonNode body) {
    try {
      return Effort.bounded(() -> schema(schema).validate(body)).stream()
          .map(each -> new Misfit(each.getInstanceLocation().toString(), each.getMessage()))
          .sorted(Comparator.comparing(Misfit::path).thenComparing(Misfit::message))
          .limit(TOLD_MAX)
          .toList();
    } catch (Effort.SpentException e) {
      return List.of(new Misfit("$", "The schema of this inbox takes too long on this body."));
    }
  }

  private JsonSchema schema(String text) {
    return kept.get(text, this::read);
  }

  private JsonSchema read(String text) {
    try {
      return factory.getSchema(Json.tree().readTree(text), config);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON");
    }
  }
}
