package dev.trestle.stak.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonValidator;
import com.networknt.schema.Keyword;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.TypeValidator;
import com.networknt.schema.ValidationContext;
import com.networknt.schema.ValidationMessage;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How much may be done to read a schema, or to look at one body with it. References make a schema
 * of a few lines double with each of them, or never end; time would be a bound that is another on
 * each machine, so steps are counted. For one thread.
 */
final class Effort {
  /** Keywords that are made or applied: a body of 32 KB that fits needs some ten thousand. */
  private static final int KEYWORDS_MAX = 100_000;

  /** Keywords within keywords: a body is at most 32 deep. */
  private static final int DEPTH_MAX = 400;

  /** Characters that patterns look at, times the length of the pattern. */
  private static final long PATTERN_STEPS_MAX = 10_000_000;

  private static final ScopedValue<Effort> CURRENT = ScopedValue.newInstance();

  /** More than that. */
  static final class SpentException extends JsonSchemaException {
    SpentException() {
      super("this takes too long");
    }
  }

  private int keywords;
  private int depth;
  private long patternSteps;
  private boolean isSpent;

  private Effort() {}

  /**
   * Does something that is counted.
   *
   * @throws SpentException if it is too much, whatever the library makes of it
   */
  static <T> T bounded(Supplier<T> work) {
    var effort = new Effort();
    try {
      return ScopedValue.where(CURRENT, effort).call(work::get);
    } catch (StackOverflowError e) {
      throw new SpentException();
    } catch (RuntimeException e) {
      if (effort.isSpent) throw new SpentException();
      throw e;
    }
  }

  static void patternSteps(long steps) {
    var effort = CURRENT.get();
    effort.patternSteps += steps;
    if (effort.patternSteps > PATTERN_STEPS_MAX) effort.spent();
  }

  private void keyword() {
    if (++keywords > KEYWORDS_MAX) spent();
  }

  private void spent() {
    isSpent = true;
    throw new SpentException();
  }

  private static <T> T within(Supplier<T> validation) {
    var effort = CURRENT.get();
    effort.keyword();
    if (++effort.depth > DEPTH_MAX) effort.spent();
    try {
      return validation.get();
    } finally {
      effort.depth--;
    }
  }

  /** The same keywords, each of them counted; formats are notes here and are not looked at. */
  static JsonMetaSchema counted(JsonMetaSchema plain) {
    return JsonMetaSchema.builder(plain.getIri(), plain)
        // Otherwise the library puts the plain keywords of each vocabulary back.
        .vocabularies(Map::clear)
        .keywords(all -> {
          all.putAll(plain.getKeywords());
          all.replaceAll(
              (name, keyword) -> name.equals("format") ? keyword : new CountedKeyword(keyword));
        })
        .build();
  }

  private record CountedKeyword(Keyword plain) implements Keyword {
    @Override
    public String getValue() {
      return plain.getValue();
    }

    @Override
    public @Nullable JsonValidator newValidator(
        SchemaLocation location,
        JsonNodePath path,
        JsonNode node,
        JsonSchema parent,
        ValidationContext context)
        throws Exception {
      CURRENT.get().keyword();
      // The library looks for this one by its class.
      if (getValue().equals("type")) return new CountedType(location, path, node, parent, context);
      var validator = plain.newValidator(location, path, node, parent, context);
      return validator == null ? null : new CountedValidator(validator);
    }
  }

  private static final class CountedType extends TypeValidator {
    CountedType(
        SchemaLocation location,
        JsonNodePath path,
        JsonNode node,
        JsonSchema parent,
        ValidationContext context) {
      super(location, path, node, parent, context);
    }

    @Override
    public Set<ValidationMessage> validate(
        ExecutionContext execution, JsonNode node, JsonNode root, JsonNodePath at) {
      return within(() -> super.validate(execution, node, root, at));
    }
  }

  private record CountedValidator(JsonValidator plain) implements JsonValidator {
    @Override
    public Set<ValidationMessage> validate(
        ExecutionContext execution, JsonNode node, JsonNode root, JsonNodePath at) {
      return within(() -> plain.validate(execution, node, root, at));
    }

    @Override
    public Set<ValidationMessage> walk(
        ExecutionContext execution, JsonNode node, JsonNode root, JsonNodePath at, boolean should) {
      return within(() -> plain.walk(execution, node, root, at, should));
    }

    @Override
    public void preloadJsonSchema() {
      within(() -> {
        plain.preloadJsonSchema();
        return true;
      });
    }

    @Override
    public SchemaLocation getSchemaLocation() {
      return plain.getSchemaLocation();
    }

    @Override
    public JsonNodePath getEvaluationPath() {
      return plain.getEvaluationPath();
    }

    @Override
    public String getKeyword() {
      return plain.getKeyword();
    }
  }
}
