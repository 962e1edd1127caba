package dev.trestle.stak.tenant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.resource.DisallowSchemaLoader;
import dev.trestle.platform.web.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * JSON Schemas (2020-12) that the bodies of an inbox must fit. A schema is read from its own text
 * and from nowhere else: a reference to another address is refused, never followed.
 */
public final class BodySchema {
  /** The longest schema. */
  public static final int TEXT_MAX = 64 * 1024;

  private static final int KEPT_MAX = 1000;
  private static final int TOLD_MAX = 20;

  /** What does not fit, and where. */
  public record Misfit(String path, String message) {}

  private final JsonSchemaFactory factory =
      JsonSchemaFactory.getInstance(
          VersionFlag.V202012,
          builder ->
              builder.schemaLoaders(loaders -> loaders.add(DisallowSchemaLoader.getInstance())));

  private final Cache<String, JsonSchema> kept =
      Caffeine.newBuilder().maximumSize(KEPT_MAX).build();

  /** Why a text is no schema; nothing if it is one. */
  public Optional<String> fault(String text) {
    try {
      schema(text).initializeValidators();
      return Optional.empty();
    } catch (JsonSchemaException e) {
      return Optional.of("This is not a JSON Schema that stands by itself.");
    } catch (IllegalArgumentException e) {
      return Optional.of("This is not JSON.");
    }
  }

  /** Where a body does not fit its schema, in the order of the paths. */
  public List<Misfit> misfits(String schema, JsonNode body) {
    return schema(schema).validate(body).stream()
        .map(message -> new Misfit(message.getInstanceLocation().toString(), message.getMessage()))
        .sorted(Comparator.comparing(Misfit::path).thenComparing(Misfit::message))
        .limit(TOLD_MAX)
        .toList();
  }

  private JsonSchema schema(String text) {
    return kept.get(text, this::read);
  }

  private JsonSchema read(String text) {
    try {
      return factory.getSchema(Json.tree().readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON");
    }
  }
}
