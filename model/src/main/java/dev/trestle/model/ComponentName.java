package dev.trestle.model;

import java.util.Arrays;

/** A component that is named by a text. */
record ComponentName<R extends Record, T>(Class<R> type, String component) implements Ref<R, T> {
  @Override
  public Named named() {
    return new Named(type.getName(), component);
  }

  /** Unchecked, because only the caller of {@link Ref#component} knows the component's type. */
  @Override
  @SuppressWarnings("unchecked")
  public T of(R whole) {
    var found =
        Arrays.stream(type.getRecordComponents())
            .filter(each -> each.getName().equals(component))
            .findFirst()
            .orElseThrow();
    try {
      return (T) found.getAccessor().invoke(whole);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("an accessor cannot be called", e);
    }
  }
}
