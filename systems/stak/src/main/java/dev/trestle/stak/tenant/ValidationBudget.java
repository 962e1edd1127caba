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
 * Bounds the work of reading a schema or validating one body. References can double the work with
 * each line of a schema, or never end. A time limit would differ from machine to machine, so steps
 * are counted. For one thread.
 */
final class ValidationBudget {
  /** Keywords that are read or applied. A valid body of 32 KB needs about ten thousand. */
  private static final int KEYWORDS_MAX = 100_000;

  /** Keywords nested in keywords. A body is at most 32 levels deep. */
  private static final int DEPTH_MAX = 400;

  /** Characters that patterns are matched with, times the size of the pattern. */
  private static final long PATTERN_STEPS_MAX = 10_000_000;

  private static final ScopedValue<ValidationBudget> CURRENT = ScopedValue.newInstance();

  /** The budget is used up. */
  static final class SpentException extends JsonSchemaException {
    SpentException() {
      super("the validation budget is spent");
    }
  }

  private int keywords;
  private int depth;
  private long patternSteps;
  private boolean isSpent;

  private ValidationBudget() {}

  /**
   * Runs work within a budget.
   *
   * @throws SpentException if the budget is used up, even if the library catches it
   */
  static <T> T bounded(Supplier<T> work) {
    var budget = new ValidationBudget();
    try {
      return ScopedValue.where(CURRENT, budget).call(work::get);
    } catch (StackOverflowError e) {
      throw new SpentException();
    } catch (RuntimeException e) {
      if (budget.isSpent) throw new SpentException();
      throw e;
    }
  }

  static void patternSteps(long steps) {
    var budget = CURRENT.get();
    budget.patternSteps += steps;
    if (budget.patternSteps > PATTERN_STEPS_MAX) budget.spent();
  }

  private void keyword() {
    if (++keywords > KEYWORDS_MAX) spent();
  }

  private void spent() {
    isSpent = true;
    throw new SpentException();
  }

  private static <T> T within(Supplier<T> validation) {
    var budget = CURRENT.get();
    budget.keyword();
    if (++budget.depth > DEPTH_MAX) budget.spent();
    try {
      return validation.get();
    } finally {
      budget.depth--;
    }
  }

  /** The same keywords, each of them counted, with formats that count themselves. */
  static JsonMetaSchema counted(JsonMetaSchema plain) {
    return JsonMetaSchema.builder(plain.getIri(), plain)
        // Otherwise the library adds the plain keywords of each vocabulary again.
        .vocabularies(Map::clear)
        .formats(all -> {
          all.clear();
          all.putAll(SchemaFormats.ALL);
        })
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
      // The library looks for this validator by its class.
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
