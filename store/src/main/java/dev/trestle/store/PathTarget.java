package dev.trestle.store;

import dev.trestle.item.Type;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.StoredOrder;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.AttributePath.Step;
import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The target of a path: its text in an expression, and how values there are stored.
 *
 * @param root the attribute that the path begins with
 * @param within the rest of the path's text; empty if the path is the whole attribute
 * @param formerWithin the same place under the former names of a nested component
 * @param defaultWithin whether a nested component has a default
 */
record PathTarget(
    String path,
    Codec<Object> codec,
    EntityAttribute root,
    String within,
    List<String> formerWithin,
    boolean defaultWithin) {

  static <P> PathTarget of(
      AttributePath path,
      List<Entity<?>> entities,
      ExpressionBuilder<P> builder,
      PatternParameters<P> parameters) {
    var attribute =
        entities.stream()
            .flatMap(entity -> entity.stored(path.attribute()).stream())
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no attribute " + path));
    if (!path.steps().isEmpty() && attribute.absent().isPresent()) {
      throw new IllegalArgumentException(
          ("%s has a default, which items need not contain, so nothing in it can be compared or"
                  + " changed. Compare or set the whole component.")
              .formatted(attribute.component()));
    }
    var text = new StringBuilder();
    Codec<?> codec = attribute.codec();
    var former = List.<String>of();
    boolean hasDefault = false;
    for (var step : path.steps()) {
      if (hasDefault || !former.isEmpty()) throw within(attribute);
      if (step instanceof Step.Field(var name)) {
        var change = codec.change(name);
        var before = text.toString();
        former =
            change.formerNames().stream().map(each -> before + '.' + builder.name(each)).toList();
        hasDefault = change.absent().isPresent();
      }
      codec = inner(codec, step);
      switch (step) {
        case Step.Field(var name) -> text.append('.').append(builder.name(name));
        case Step.Entry(var name) -> {
          var key = parameters.value(name);
          text.append('.').append(builder.entry(given -> (String) key.apply(given)));
        }
        case Step.Element(int index) -> text.append('[').append(index).append(']');
      }
    }
    return new PathTarget(
        builder.name(attribute.name()) + text,
        cast(codec),
        attribute,
        text.toString(),
        former,
        hasDefault);
  }

  private static IllegalArgumentException within(EntityAttribute attribute) {
    return new IllegalArgumentException(
        ("A record in %s has former names or a default, so nothing in it can be compared or"
                + " changed. Compare or set a component of it that has none.")
            .formatted(attribute.component()));
  }

  private static Codec<?> inner(Codec<?> codec, Step step) {
    var inner =
        step instanceof Step.Field(var name)
            ? codec.component(name).or(codec::element)
            : codec.element();
    return inner.orElseThrow(() -> new IllegalArgumentException("nothing lies in " + codec.form()));
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> cast(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  /** Returns the same place in an attribute of another name, or under a former name in it. */
  PathTarget named(String attributeName, String place) {
    return new PathTarget(attributeName + place, codec, root, place, List.of(), defaultWithin);
  }

  /** Returns whether older items may have it under another name. */
  boolean isRenamed() {
    return !formerNames().isEmpty() || !formerWithin.isEmpty();
  }

  /** The attribute, if the path consists of nothing else. */
  Optional<EntityAttribute> attribute() {
    return within.isEmpty() ? Optional.of(root) : Optional.empty();
  }

  /** One element of a collection, or a part of a text, that is searched for. */
  PathTarget element() {
    return codec
        .element()
        .map(inner ->
            new PathTarget(path, cast(inner), root, within + "[]", formerWithin, defaultWithin))
        .orElse(this);
  }

  boolean isDescending() {
    return codec.order() == StoredOrder.DESCENDING;
  }

  /** Returns the former names under which older items may have the attribute. */
  List<String> formerNames() {
    return root.formerNames();
  }

  /** Returns whether some items may not have it. */
  boolean mayBeMissing() {
    return !within.isEmpty() || root.absent().isPresent() || codec.whenMissing().isPresent();
  }

  /**
   * Returns the value that an item without the attribute is read with: a default, or an empty list
   * or map.
   */
  Optional<Object> whenMissing() {
    if (!within.isEmpty()) return Optional.empty();
    if (root.absent().isPresent()) return Optional.of(root.absent().get());
    boolean listOrMap = codec.type() == Type.L || codec.type() == Type.M;
    return listOrMap && !isOptional() && !isEmptyWhenMissing()
        ? codec.whenMissing()
        : Optional.empty();
  }

  /** Returns whether it is a set. An empty set is stored as an absent attribute. */
  boolean isEmptyWhenMissing() {
    return !isOptional() && codec.whenMissing().filter(codec::isAbsent).isPresent();
  }

  /** Returns whether it is an Optional or is nested, so that not every item has it. */
  boolean isOptionalOrWithin() {
    return !within.isEmpty() || isOptional();
  }

  private boolean isOptional() {
    return codec.whenMissing().filter(Optional.class::isInstance).isPresent();
  }

  /** Returns a value in its stored form, or null if it is stored as an absent attribute. */
  @Nullable AttributeValue stored(Object value) {
    var fitting = fitting(value);
    return codec.isAbsent(fitting) ? null : codec.write(fitting, AttributeValues.SDK);
  }

  /**
   * Returns a value in the form that stored ones are compared with, or null if it is stored as an
   * absent attribute.
   */
  @Nullable AttributeValue compared(Object value) {
    var fitting = fitting(value);
    return codec.isAbsent(fitting) ? null : codec.writeCompared(fitting, AttributeValues.SDK);
  }

  /** The value of an Optional component may be given without the Optional. */
  private Object fitting(Object value) {
    return isOptional() && !(value instanceof Optional<?>) ? Optional.of(value) : value;
  }

  /**
   * Returns whether a parameter of this type may have a value that is stored as an absent
   * attribute.
   */
  boolean mayBeAbsent(java.lang.reflect.Type given) {
    boolean optional =
        given instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
    return optional || isEmptyWhenMissing();
  }
}
