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
 * Validates message bodies against an inbox's JSON Schema: 2020-12, or 2019-09 or draft 7 if the
 * schema says so. A schema is read from its own text only: a reference to another address is
 * refused, never followed. Validation ends soon, whatever a tenant writes: patterns are {@linkplain
 * LinearPattern linear}, {@linkplain SchemaFormats formats} too, everything else is {@linkplain
 * ValidationBudget counted}.
 */
public final class BodySchema {
  /** The longest schema. */
  public static final int LENGTH_MAX = 64 * 1024;

  private static final int CACHED_MAX = 1000;
  private static final int VIOLATIONS_MAX = 20;

  /**
   * Where a body does not match its schema.
   *
   * @param path such as {@code $.order.total}
   */
  public record SchemaViolation(String path, String message) {}

  /** References are not cached: those of a recursive schema would fill the heap. */
  private final SchemaValidatorsConfig config =
      SchemaValidatorsConfig.builder()
          .regularExpressionFactory(LinearPattern::new)
          .cacheRefs(false)
          .preloadJsonSchemaRefMaxNestingDepth(0)
          .pathType(PathType.LEGACY)
          .formatAssertionsEnabled(true)
          .locale(Locale.ENGLISH)
          .build();

  private final JsonSchemaFactory factory =
      JsonSchemaFactory.builder()
          .metaSchema(ValidationBudget.counted(JsonMetaSchema.getV202012()))
          .metaSchema(ValidationBudget.counted(JsonMetaSchema.getV201909()))
          .metaSchema(ValidationBudget.counted(JsonMetaSchema.getV7()))
          .defaultMetaSchemaIri(JsonMetaSchema.getV202012().getIri())
          .metaSchemaFactory(DisallowUnknownJsonMetaSchemaFactory.getInstance())
          .schemaLoaders(loaders -> loaders.add(DisallowSchemaLoader.getInstance()))
          .build();

  private final Cache<String, JsonSchema> schemas =
      Caffeine.newBuilder().maximumSize(CACHED_MAX).build();

  /** Why a text cannot be used as a schema; none if it can. */
  public Optional<String> problem(String text) {
    try {
      return ValidationBudget.bounded(() -> {
        var schema = schema(text);
        schema.initializeValidators();
        // Some references are followed only now.
        schema.validate(Json.tree().createObjectNode());
        return Optional.empty();
      });
    } catch (LinearPattern.UnsupportedException e) {
      return Optional.of(
          "The pattern %s is not supported. Patterns have at most 1000 characters, no look-around and no back references."
              .formatted(e.pattern()));
    } catch (ValidationBudget.SpentException e) {
      return Optional.of("This schema is too expensive to validate.");
    } catch (JsonSchemaException e) {
      return Optional.of("This is not a self-contained JSON Schema.");
    } catch (IllegalArgumentException e) {
      return Optional.of("This is not JSON.");
    }
  }

  /** Where a body does not match a schema, ordered by path. */
  public List<SchemaViolation> violations(String schema, JsonNode body) {
    try {
      return ValidationBudget.bounded(() -> schema(schema).validate(body)).stream()
          .map(
              each -> new SchemaViolation(each.getInstanceLocation().toString(), each.getMessage()))
          .sorted(
              Comparator.comparing(SchemaViolation::path).thenComparing(SchemaViolation::message))
          .limit(VIOLATIONS_MAX)
          .toList();
    } catch (ValidationBudget.SpentException e) {
      return List.of(
          new SchemaViolation(
              "$", "This body is too expensive to validate with the inbox's schema."));
    }
  }

  private JsonSchema schema(String text) {
    return schemas.get(text, this::read);
  }

  private JsonSchema read(String text) {
    try {
      return factory.getSchema(Json.tree().readTree(text), config);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON");
    }
  }
}
