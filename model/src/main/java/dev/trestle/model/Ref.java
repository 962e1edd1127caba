package dev.trestle.model;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;

/**
 * A record component, named by its accessor, such as {@code Message::read}. It is serialisable only
 * so that a declaration can read which accessor it names. A lambda that computes something is
 * rejected, because no check could analyse it.
 */
@FunctionalInterface
public interface Ref<R, T> extends Serializable {
  /** Returns the component of a record. */
  T of(R whole);

  /**
   * Names a component by a text, for languages whose references to a component Java cannot read,
   * such as Kotlin.
   *
   * @throws IllegalArgumentException if the record has no such component
   */
  static <R extends Record, T> Ref<R, T> component(Class<R> record, String component) {
    return new ComponentName<>(record, new Named(record.getName(), component).in(record));
  }

  /** The component that this names. */
  default Named named() {
    SerializedLambda lambda;
    try {
      var method = getClass().getDeclaredMethod("writeReplace");
      method.setAccessible(true);
      lambda = (SerializedLambda) method.invoke(this);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "A component is named by a method reference such as Message::read.", e);
    }
    var type = lambda.getImplClass().replace('/', '.');
    var method = lambda.getImplMethodName();
    if (method.startsWith("lambda$")) {
      throw new IllegalArgumentException(
          "A lambda in "
              + type
              + " computes something that no check can read. Name a component, as in Message::read.");
    }
    return new Named(type, method);
  }

  /** The name of a component and of its record. */
  record Named(String record, String component) {
    /** {@code Message.read}. */
    @Override
    public String toString() {
      int outer = Math.max(record.lastIndexOf('.'), record.lastIndexOf('$'));
      return record.substring(outer + 1) + "." + component;
    }

    /** Returns the component's name, which must belong to this record. */
    public String in(Class<?> type) {
      if (type.isRecord() && type.getName().equals(record)) {
        for (var known : type.getRecordComponents()) {
          if (known.getName().equals(component)) return component;
        }
      }
      throw new IllegalArgumentException(
          "%s is not a component of %s.".formatted(this, type.getSimpleName()));
    }
  }
}
