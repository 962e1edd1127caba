package dev.trestle.testing.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The path of a value in an item: an attribute, then fields of maps and indexes of lists. */
public record DocumentPath(String name, List<Step> steps) {
  /** One step into a map or a list. */
  public sealed interface Step {
    record Field(String name) implements Step {}

    record Index(int at) implements Step {}
  }

  public static DocumentPath of(String name) {
    return new DocumentPath(name, List.of());
  }

  public DocumentPath field(String field) {
    return then(new Step.Field(field));
  }

  public DocumentPath index(int at) {
    return then(new Step.Index(at));
  }

  private DocumentPath then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new DocumentPath(name, List.copyOf(longer));
  }

  Optional<AttributeValue> find(Map<String, AttributeValue> item) {
    var found = Optional.ofNullable(item.get(name));
    for (var step : steps) found = found.flatMap(value -> into(value, step));
    return found;
  }

  static Optional<AttributeValue> into(AttributeValue value, Step step) {
    return switch (step) {
      case Step.Field(var field) when value.hasM() -> Optional.ofNullable(value.m().get(field));
      case Step.Index(var at) when value.hasL() && at < value.l().size() ->
          Optional.of(value.l().get(at));
      case Step.Field _, Step.Index _ -> Optional.empty();
    };
  }

  boolean isWithin(DocumentPath other) {
    return name.equals(other.name)
        && steps.size() >= other.steps.size()
        && steps.subList(0, other.steps.size()).equals(other.steps);
  }

  String render(PlaceholderMap placeholders) {
    var text = new StringBuilder(placeholders.name(name));
    for (var step : steps) {
      switch (step) {
        case Step.Field(var field) -> text.append('.').append(placeholders.name(field));
        case Step.Index(var at) -> text.append('[').append(at).append(']');
      }
    }
    return text.toString();
  }

  /** Returns the values at the paths, inside the maps and lists that contain them. */
  public static Map<String, AttributeValue> project(
      Map<String, AttributeValue> item, List<DocumentPath> paths) {
    var projected = new TreeMap<String, AttributeValue>();
    item.forEach((name, value) -> {
      var inside =
          paths.stream().filter(path -> path.name.equals(name)).map(DocumentPath::steps).toList();
      project(value, inside).ifPresent(part -> projected.put(name, part));
    });
    return projected;
  }

  /** Leaves out fields that were not requested, and closes gaps in lists. */
  private static Optional<AttributeValue> project(AttributeValue value, List<List<Step>> wanted) {
    if (wanted.stream().anyMatch(List::isEmpty)) return Optional.of(value);
    if (value.hasM()) {
      var fields = new TreeMap<String, AttributeValue>();
      value
          .m()
          .forEach((field, inner) ->
              project(inner, behind(wanted, new Step.Field(field)))
                  .ifPresent(part -> fields.put(field, part)));
      return fields.isEmpty() ? Optional.empty() : Optional.of(AttributeValue.fromM(fields));
    }
    if (value.hasL()) {
      var elements = new ArrayList<AttributeValue>();
      for (int i = 0; i < value.l().size(); i++) {
        project(value.l().get(i), behind(wanted, new Step.Index(i))).ifPresent(elements::add);
      }
      return elements.isEmpty() ? Optional.empty() : Optional.of(AttributeValue.fromL(elements));
    }
    return Optional.empty();
  }

  private static List<List<Step>> behind(List<List<Step>> wanted, Step first) {
    return wanted.stream()
        .filter(steps -> steps.getFirst().equals(first))
        .map(steps -> steps.subList(1, steps.size()))
        .toList();
  }

  public static String renderAll(List<DocumentPath> paths, PlaceholderMap placeholders) {
    return String.join(", ", paths.stream().map(path -> path.render(placeholders)).toList());
  }

  @Override
  public String toString() {
    var text = new StringBuilder(name);
    for (var step : steps) {
      switch (step) {
        case Step.Field(var field) -> text.append('.').append(field);
        case Step.Index(var at) -> text.append('[').append(at).append(']');
      }
    }
    return text.toString();
  }
}
