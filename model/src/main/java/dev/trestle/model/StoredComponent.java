package dev.trestle.model;

import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Operand.Use;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.CodecException;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.StoredOrder;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.AttributePath.Step;
import dev.trestle.model.expression.OperandTree;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A component of a record, or something inside it, with where and how it is stored. Rejects invalid
 * uses, so that nothing wrong reaches a request.
 *
 * @param label its name in messages, such as {@code Message.read}
 * @param type its Java type
 * @param mayBeAbsent whether items need not have it
 */
record StoredComponent(
    String label,
    AttributePath path,
    Codec<Object> codec,
    java.lang.reflect.Type type,
    boolean mayBeAbsent) {

  /** Used for a constant that is stored by omitting the attribute. */
  static final OperandTree ABSENT = new OperandTree.Literal(Value.nul());

  /** The value of an Optional component. */
  StoredComponent value() {
    if (!isOptional(type)) return this;
    var inner = ((ParameterizedType) type).getActualTypeArguments()[0];
    return new StoredComponent(label, path, Codecs.ofValue(codec), inner, true);
  }

  /** Whether this is the optional value itself and not the Optional around it. */
  boolean isValueOfOptional() {
    return mayBeAbsent && !isOptional(type);
  }

  /** Returns a component of this nested record. */
  StoredComponent field(Scope scope, String name) {
    var inner = codec.component(name);
    if (inner.isEmpty()) {
      throw scope.refused(
          "%s: nothing can be said of %s in it, since it is not stored as a map of its components."
              .formatted(this, name));
    }
    return new StoredComponent(
        label + "." + name,
        path.then(new Step.Field(name)),
        cast(inner.get()),
        componentType(name),
        mayBeAbsent || inner.get().whenMissing().isPresent());
  }

  private java.lang.reflect.Type componentType(String name) {
    if (type instanceof Class<?> record && record.isRecord()) {
      for (var component : record.getRecordComponents()) {
        if (component.getName().equals(name)) return component.getGenericType();
      }
    }
    return Object.class;
  }

  /** Returns an entry of this map, or an element of this list. */
  StoredComponent entry(Scope scope, Step step) {
    var wanted = step instanceof Step.Element ? Type.L : Type.M;
    var inner = codec.element();
    if (inner.isEmpty() || codec.type() != wanted) {
      throw scope.refused("%s has no such elements.".formatted(this));
    }
    var arguments = ((ParameterizedType) type).getActualTypeArguments();
    return new StoredComponent(
        path.then(step).toString().replaceFirst("^[^.\\[]*", label),
        path.then(step),
        cast(inner.get()),
        arguments[arguments.length - 1],
        true);
  }

  @SuppressWarnings("unchecked")
  static Codec<Object> cast(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  /** Returns a constant as an operand to use with this component. */
  OperandTree literal(Scope scope, Object value, Use use) {
    if (value == null) {
      throw scope.refused(
          "%s is compared with or set to null; an absent value is an empty Optional."
              .formatted(this));
    }
    if (use == Use.ADDED) return new OperandTree.Literal(number(scope, value));
    try {
      if (codec.isAbsent(value)) return ABSENT;
      return new OperandTree.Literal(
          use == Use.COMPARED
              ? codec.writeCompared(value, EncodedValues.ENCODED)
              : codec.write(value, EncodedValues.ENCODED));
    } catch (CodecException | IllegalArgumentException e) {
      throw scope.refused("%s cannot have this value: %s".formatted(this, e.getMessage()));
    }
  }

  private Value number(Scope scope, Object value) {
    if (!(value instanceof Number number)) {
      throw scope.refused("%s: only numbers can be added.".formatted(this));
    }
    try {
      return Value.number(new BigDecimal(number.toString()).toString());
    } catch (IllegalArgumentException e) {
      throw scope.refused("%s: what is added is not a number that DynamoDB has.".formatted(this));
    }
  }

  void expectNumber(Scope scope) {
    if (codec.isPlainNumber() && isNumber()) return;
    throw scope.refused(
        "%s is not stored as its own number, so nothing can be added to it.".formatted(this));
  }

  private boolean isNumber() {
    return Scope.raw(valueType()) instanceof Class<?> raw
        && (raw.isPrimitive() || Number.class.isAssignableFrom(raw));
  }

  private java.lang.reflect.Type valueType() {
    return isOptional(type) ? ((ParameterizedType) type).getActualTypeArguments()[0] : type;
  }

  /** Refuses what items may lack: an item without it could not be told from a new item. */
  void expectAlwaysStored(Scope scope) {
    if (codec.whenMissing().filter(codec::isAbsent).isEmpty()) return;
    throw scope.refused(
        ("%s may be absent, so an update cannot tell an item that lacks it from a new one. Use"
                + " set(…), which applies to both.")
            .formatted(this));
  }

  void expectList(Scope scope) {
    if (codec.type() == Type.L && codec.element().isPresent()) return;
    throw scope.refused(
        "%s is not stored as a list, so nothing can be appended to it.".formatted(this));
  }

  void expectSet(Scope scope) {
    if (codec.type() == Type.SS || codec.type() == Type.NS || codec.type() == Type.BS) return;
    throw scope.refused(
        ("%s is not stored as a set of texts, numbers or bytes, so members cannot be added or"
                + " removed one by one. Set it whole.")
            .formatted(this));
  }

  /** Rejects comparisons that would follow a different order from that of the values. */
  void expectOrder(Scope scope) {
    if (isOptional(type)) {
      throw scope.refused(
          "%s may be absent: say optional(…) to compare its value.".formatted(this));
    }
    if (type instanceof Class<?> own && own.isRecord() && Comparable.class.isAssignableFrom(own)) {
      throw scope.refused(
          ("%s is a %s, whose compareTo may differ from the order of what is stored. Compare a"
                  + " component that is a plain value.")
              .formatted(this, own.getSimpleName()));
    }
    if (codec.order() != StoredOrder.NONE) return;
    throw scope.refused(
        ("%s is stored as %s, which does not sort as its values do, so it can only be compared for"
                + " equality. Store a number, a time or codes that ascend.")
            .formatted(this, codec.form()));
  }

  void expectSize(Scope scope) {
    switch (codec.type()) {
      case S, B, SS, NS, BS, L, M -> {
        boolean record = codec.type() == Type.M && codec.element().isEmpty();
        if (!record && (codec.isPlainText() || codec.type() != Type.S)) return;
      }
      case N, BOOL, NULL -> {}
    }
    throw scope.refused("%s is stored as %s, which has no size.".formatted(this, codec.form()));
  }

  /** Returns an element of this collection. */
  StoredComponent member(Scope scope) {
    var inner = codec.element();
    if (inner.isEmpty() || codec.type() == Type.M) {
      throw scope.refused("%s is no list or set to look into.".formatted(this));
    }
    return new StoredComponent(
        label + " (one element)",
        path,
        cast(inner.get()),
        ((ParameterizedType) type).getActualTypeArguments()[0],
        false);
  }

  void expectText(Scope scope) {
    if (codec.isPlainText() && codec.type() == Type.S) return;
    throw scope.refused(
        "%s is not stored as plain text, so no part of it can be searched for.".formatted(this));
  }

  /** Rejects comparing or copying between components that are stored in different ways. */
  void expectSameForm(Scope scope, StoredComponent target, Use use) {
    boolean same = codec.type() == target.codec.type() && codec.form().equals(target.codec.form());
    boolean restricted = !target.codec.domain().equals(target.codec.form());
    boolean fits = use != Use.STORED || !restricted || codec.domain().equals(target.codec.domain());
    if (same && fits) return;
    throw scope.refused(
        ("%s is stored as %s and %s as %s, so the one cannot be compared with or copied to the"
                + " other.")
            .formatted(this, codec.domain(), target, target.codec.domain()));
  }

  static boolean isOptional(java.lang.reflect.Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
  }

  @Override
  public String toString() {
    return label;
  }
}
