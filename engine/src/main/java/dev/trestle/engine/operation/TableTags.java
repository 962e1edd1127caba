package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableParameters.Tag;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rules that tags obey. */
final class TableTags {
  private static final int KEY_LENGTH = 128;
  private static final int VALUE_LENGTH = 256;

  private TableTags() {}

  static void constrain(Constraints constraints, @Nullable List<Tag> tags) {
    if (tags == null) return;
    for (int i = 0; i < tags.size(); i++) {
      var path = "tags." + (i + 1) + ".member";
      var tag = tags.get(i);
      constraints
          .required(path + ".key", tag.key())
          .length(path + ".key", tag.key(), 1, KEY_LENGTH)
          .required(path + ".value", tag.value())
          .length(path + ".value", tag.value(), 0, VALUE_LENGTH);
    }
  }

  /** Refuses tags that may not stand together. */
  static void check(List<Tag> tags) {
    var keys = new HashSet<String>();
    for (var tag : tags) {
      var key = given(tag.key());
      if (key.startsWith("aws:")) {
        throw new ValidationException(
            "One or more parameter values were invalid: Tag keys starting with 'aws:' are reserved"
                + " for system use");
      }
      if (!keys.add(key)) {
        throw new ValidationException(
            "One or more parameter values were invalid: Duplicate tag key: " + key);
      }
    }
    requireFew(keys.size());
  }

  static void requireFew(int count) {
    if (count > Limits.TAGS) {
      throw new ValidationException(
          "One or more parameter values were invalid: The number of tags exceeds the limit of "
              + Limits.TAGS);
    }
  }

  static Map<String, String> of(List<Tag> tags) {
    var map = new TreeMap<String, String>();
    for (var tag : tags) map.put(given(tag.key()), given(tag.value()));
    return map;
  }
}
