package dev.trestle.engine.operation;

import dev.trestle.engine.operation.TableParameters.Tag;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.Table;
import dev.trestle.item.Limits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules that tags obey, and how the operations about them find their table. */
final class TableTags {
  private static final Pattern KEY = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{1,128}");
  private static final Pattern VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]{0,256}");
  private static final Pattern DYNAMODB_ARN = Pattern.compile("arn:[^:]*:dynamodb:[^:]*:[^:]*:.*");
  private static final Pattern TABLE_ARN =
      Pattern.compile("arn:aws:dynamodb:([^:]+):\\d+:table/([^/]{3,255})");

  private TableTags() {}

  /** Tags by their keys, if they may be set together. */
  static Map<String, String> of(List<Tag> tags) {
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

  static String requireKey(@Nullable String key) {
    if (key != null && KEY.matcher(key).matches()) return key;
    throw new ValidationException("The Tag Key provided is invalid, Key: " + key);
  }

  private static String requireValue(@Nullable String value) {
    if (value != null && VALUE.matcher(value).matches()) return value;
    throw new ValidationException("The Tag Value provided is invalid, Value: " + value);
  }

  static void requireFew(int count) {
    if (count > Limits.TAGS) {
      throw new ValidationException(
          "Number of Tags exceed the current limit for the provided ResourceArn");
    }
  }

  /** Refuses what is not the ARN of a table in this region. */
  static String requireArn(Kernel kernel, @Nullable String arn) {
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
    if (table.matches() && table.group(1).equals(kernel.region())) return table.group(2);
    throw new ValidationException("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
  }

  static Table table(Kernel kernel, String arn, String name) {
    return kernel
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
