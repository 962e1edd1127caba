package dev.trestle.model.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A path into an item: an attribute, or something nested in it. */
public record AttributePath(String attribute, List<Step> steps) {
  /** One step into a map or a list. */
  public sealed interface Step {
    /** A component of a nested record, or the entry of a map under this key. */
    record Field(String name) implements Step {}

    /** The entry of a map whose key is a parameter. */
    record Entry(String parameter) implements Step {}

    /** The list element at this index, counted from zero. */
    record Element(int index) implements Step {}
  }

  public AttributePath {
    steps = List.copyOf(steps);
  }

  public static AttributePath of(String attribute) {
    return new AttributePath(attribute, List.of());
  }

  public AttributePath then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new AttributePath(attribute, longer);
  }

  /** Returns whether this path equals the other or is a prefix of it. */
  public boolean contains(AttributePath other) {
    return attribute.equals(other.attribute)
        && steps.size() <= other.steps.size()
        && steps.equals(other.steps.subList(0, steps.size()));
  }

  /** Returns the parameters that name map entries on the path. */
  public Stream<String> parameters() {
    return steps.stream()
        .flatMap(step -> step instanceof Step.Entry(var name) ? Stream.of(name) : Stream.empty());
  }

  /** Whether it ends at an element of a list. */
  public boolean isElement() {
    return !steps.isEmpty() && steps.getLast() instanceof Step.Element;
  }

  /** For example {@code meta.colour}, {@code counts.:day}, {@code lines[0]}. */
  @Override
  public String toString() {
    var text = new StringBuilder(attribute);
    for (var step : steps) {
      switch (step) {
        case Step.Field(var name) -> text.append('.').append(name);
        case Step.Entry(var parameter) -> text.append(".:").append(parameter);
        case Step.Element(int index) -> text.append('[').append(index).append(']');
      }
    }
    return text.toString();
  }
}
