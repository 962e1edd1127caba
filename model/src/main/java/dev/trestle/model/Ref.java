package dev.trestle.model;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;

/**
 * A record component by its accessor, such as {@code Message::read}. It is serialisable for one
 * reason: so that a declaration can read which accessor it names. A lambda that computes something
 * is refused, since no checker could see into it.
 */
@FunctionalInterface
public interface Ref<R, T> extends Serializable {
  T of(R whole);

  /** The component this names. */
  default Named named() {
    SerializedLambda lambda;
    try {
      var method = getClass().getDeclaredMethod("writeReplace");
      method.setAccessible(true);
      lambda = (SerializedLambda) method.invoke(this);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "not a method reference: name a component as in Message::read", e);
    }
    var type = lambda.getImplClass().replace('/', '.');
    var method = lambda.getImplMethodName();
    if (method.startsWith("lambda$")) {
      throw new IllegalArgumentException(
          "a lambda in "
              + type
              + ": name a component as in Message::read, so that checks can read it");
    }
    return new Named(type, method);
  }

  /** A component's name and the name of the record it is in. */
  record Named(String record, String component) {
    /** The component's name, which must be one of this record's. */
    public String in(Class<?> type) {
      if (type.isRecord() && type.getName().equals(record)) {
        for (var known : type.getRecordComponents()) {
          if (known.getName().equals(component)) return component;
        }
      }
      throw new IllegalArgumentException(
          "%s.%s is not a component of %s".formatted(record, component, type.getName()));
    }
  }
}
