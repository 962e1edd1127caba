package dev.trestle.engine.schema;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.Tag;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.item.Limits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for tags, and how tag operations find their table. */
public final class TableTags {
  private static final Pattern KEY = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{1,128}");
  private static final Pattern VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{0,256}");
  private static final Pattern DYNAMODB_ARN = Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:.*");
  private static final Pattern TABLE_ARN =
      Pattern.compile("arn:aws:dynamodb:([^:]+):\\d+:table/([^/]{3,255})");

  private TableTags() {}

  /** Returns the tags by key, or rejects them. */
  public static Map<String, String> of(List<Tag> tags) {
    var map = new TreeMap<String, String>();
    for (var tag : tags) {
      var key = requireKey(tag.key());
      if (key.startsWith("aws:")) {
        throw new ValidationException("Tag Key cannot be prefixed with aws:, Key: " + key);
      }
      if (map.put(key, requireValue(tag.value())) != null) {
        throw new ValidationException(
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key);
      }
    }
    requireFew(map.size());
    return map;
  }

  public static String requireKey(@Nullable String key) {
    if (key != null && KEY.matcher(key).matches()) return key;
    throw new ValidationException("The Tag Key provided is invalid, Key: " + key);
  }

  private static String requireValue(@Nullable String value) {
    if (value != null && VALUE.matcher(value).matches()) return value;
    throw new ValidationException("The Tag Value provided is invalid, Value: " + value);
  }

  public static void requireFew(int count) {
    if (count > Limits.TAGS) {
      throw new ValidationException(
          "Number of Tags exceed the current limit for the provided ResourceArn");
    }
  }

  /** Returns the table name in an ARN, or rejects an ARN that is not of a table in this region. */
  public static String requireArn(OperationContext context, @Nullable String arn) {
    if (arn == null) throw new ValidationException("Invalid TableArn");
    if (!arn.startsWith("arn:")) throw invalid("ARNs must start with 'arn:': " + arn);
    if (!DYNAMODB_ARN.matcher(arn).matches()) {
      throw invalid("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    if (arn.contains("/index/")) {
      throw invalid(
          "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
              + arn);
    }
    var table = TABLE_ARN.matcher(arn);
    if (table.matches() && table.group(1).equals(context.region())) return table.group(2);
    throw new ValidationException("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
  }

  public static OpenTable table(OperationContext context, String arn, String name) {
    return context
        .catalog()
        .find(name)
        .orElseThrow(() ->
            new ResourceNotFoundException(
                "Requested resource not found: ResourceArn: " + arn + " not found"));
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
