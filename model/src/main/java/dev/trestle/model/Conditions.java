package dev.trestle.model;

import dev.trestle.model.Operand.Use;
import dev.trestle.model.expression.AttributePath.Step;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The vocabulary of conditions and updates. Meant to be imported statically. */
public final class Conditions {
  private Conditions() {}

  private static Ref.Named named(Ref<?, ?> component) {
    if (component != null) return component.named();
    throw new IllegalArgumentException(
        "A component is named by a method reference such as Message::read, not by null.");
  }

  /** A component of the stored record. */
  public static <R, T> Field<R, Object, T> field(Ref<R, T> component) {
    return Field.of(named(component), false);
  }

  /** The value of a component that may be absent. A comparison holds only if it is present. */
  public static <R, T> Field<R, Object, T> optional(Ref<R, Optional<T>> component) {
    return Field.of(named(component), true);
  }

  /** The map entry with this key. */
  public static <R, T> Field<R, Object, T> entry(Ref<R, Map<String, T>> map, String key) {
    var named = named(map);
    return new Field<>(scope -> scope.component(named).entry(scope, new Step.Field(key)));
  }

  /** The map entry whose key is this parameter. */
  public static <R, P, T> Field<R, P, T> entry(
      Ref<R, Map<String, T>> map, Parameter<P, String> key) {
    return Field.entry(named(map), key.named());
  }

  /** The list element at this index, counted from zero. */
  public static <R, T> Field<R, Object, T> element(Ref<R, List<T>> list, int index) {
    if (index < 0) throw new IllegalArgumentException("There is no element " + index + ".");
    var named = named(list);
    return new Field<>(scope -> scope.component(named).entry(scope, new Step.Element(index)));
  }

  /** The elements of a collection. */
  public static <R, T> Elements<R, T> elements(Ref<R, ? extends Collection<T>> component) {
    return new Elements<>(named(component));
  }

  /** The number of elements, or of bytes (for a text, its UTF-8 bytes). */
  public static <R> Size<R> size(Ref<R, ?> component) {
    return new Size<>(named(component));
  }

  /** A component of the pattern's parameters. */
  public static <P, T> Parameter<P, T> param(Ref<P, T> component) {
    return new Parameter<>(named(component));
  }

  /** A constant, where an operand is expected. */
  public static <T> Operand<Object, Object, T> value(T value) {
    return Operand.literal(value);
  }

  /** There is an item with this key. */
  public static Condition<Object, Object> itemExists() {
    return new Condition<>(scope -> new ConditionTree.ItemExists());
  }

  /** There is no item with this key. */
  public static Condition<Object, Object> itemAbsent() {
    return new Condition<>(scope -> new ConditionTree.ItemAbsent());
  }

  /** The item has this attribute. */
  public static <R> Condition<R, Object> present(Ref<R, ?> component) {
    var named = named(component);
    return new Condition<>(scope -> new ConditionTree.Present(scope.component(named).path()));
  }

  /** The item does not have this attribute, or there is no item. */
  public static <R> Condition<R, Object> absent(Ref<R, ?> component) {
    var named = named(component);
    return new Condition<>(scope -> new ConditionTree.Absent(scope.component(named).path()));
  }

  /** The condition does not hold. */
  public static <R, P> Condition<R, P> not(Condition<R, P> condition) {
    return new Condition<>(scope -> new ConditionTree.Not(condition.in(scope)));
  }

  /** A collection to search. */
  public static final class Elements<R, T> {
    private final Ref.Named component;

    private Elements(Ref.Named component) {
      this.component = component;
    }

    /** The collection has this element. */
    public Condition<R, Object> contain(T element) {
      return contains(Operand.literal(element));
    }

    /** The collection has the element that this operand names, usually a parameter. */
    public <P> Condition<R, P> contain(Operand<? super R, ? super P, T> element) {
      return contains(element);
    }

    private <P> Condition<R, P> contains(Operand<?, ?, T> element) {
      return new Condition<>(scope -> {
        var own = scope.component(component);
        var one = own.member(scope);
        return new ConditionTree.Contains(own.path(), element.at(scope, one, Use.COMPARED));
      });
    }
  }

  /** The size of a collection, a text or a binary value. */
  public static final class Size<R> {
    private final Ref.Named component;

    private Size(Ref.Named component) {
      this.component = component;
    }

    /** The size is this. */
    public Condition<R, Object> is(int size) {
      return compare(Comparison.EQUAL, size);
    }

    /** The size is this parameter. */
    public <P> Condition<R, P> is(Parameter<P, Integer> size) {
      return compare(Comparison.EQUAL, size);
    }

    /** The size is less than this. */
    public Condition<R, Object> lessThan(int size) {
      return compare(Comparison.LESS, size);
    }

    /** The size is less than this parameter. */
    public <P> Condition<R, P> lessThan(Parameter<P, Integer> size) {
      return compare(Comparison.LESS, size);
    }

    /** The size is at most this. */
    public Condition<R, Object> atMost(int size) {
      return compare(Comparison.AT_MOST, size);
    }

    /** The size is at most this parameter. */
    public <P> Condition<R, P> atMost(Parameter<P, Integer> size) {
      return compare(Comparison.AT_MOST, size);
    }

    /** The size is more than this. */
    public Condition<R, Object> moreThan(int size) {
      return compare(Comparison.MORE, size);
    }

    /** The size is more than this parameter. */
    public <P> Condition<R, P> moreThan(Parameter<P, Integer> size) {
      return compare(Comparison.MORE, size);
    }

    /** The size is at least this. */
    public Condition<R, Object> atLeast(int size) {
      return compare(Comparison.AT_LEAST, size);
    }

    /** The size is at least this parameter. */
    public <P> Condition<R, P> atLeast(Parameter<P, Integer> size) {
      return compare(Comparison.AT_LEAST, size);
    }

    private Condition<R, Object> compare(Comparison comparison, int size) {
      if (size < 0) throw new IllegalArgumentException("There is no size " + size + ".");
      var literal = new OperandTree.Literal(dev.trestle.item.Value.number(size));
      return new Condition<>(scope -> tree(scope, comparison, literal));
    }

    private <P> Condition<R, P> compare(Comparison comparison, Parameter<P, Integer> size) {
      return new Condition<>(scope ->
          tree(scope, comparison, new OperandTree.Parameter(scope.parameter(size.named()).name())));
    }

    private ConditionTree tree(Scope scope, Comparison comparison, OperandTree size) {
      var own = scope.component(component);
      own.expectSize(scope);
      return new ConditionTree.CompareSize(own.path(), comparison, size);
    }
  }
}
