package dev.trestle.model.codec;

import static java.lang.invoke.MethodHandles.classDataAt;
import static java.lang.invoke.MethodHandles.lookup;

import java.lang.invoke.MethodHandle;

/**
 * The template from which {@link RecordHandles} defines a hidden class for each record type. Never
 * used directly: the handles are passed as class data.
 */
final class ConstantHandles extends RecordHandles {
  private static final MethodHandle VALUE = given(0);
  private static final MethodHandle MAKE = given(1);

  private static MethodHandle given(int index) {
    try {
      return classDataAt(lookup(), "_", MethodHandle.class, index);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a class may see what it was given", e);
    }
  }

  @Override
  Object value(Object whole, int index) throws Throwable {
    return (Object) VALUE.invokeExact(index, whole);
  }

  @Override
  Object make(Object[] values) throws Throwable {
    return (Object) MAKE.invokeExact(values);
  }
}
