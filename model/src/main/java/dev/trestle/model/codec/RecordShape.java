package dev.trestle.model.codec;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Type;
import java.util.List;

/** The components of a record type, taken apart and put together without reflection. */
public final class RecordShape<R> {
  /** One component of a record. */
  public record Component(int index, String name, Type type) {}

  private RecordShape() {}

  public static <R> RecordShape<R> of(Class<R> type, Lookup lookup) {
    throw new UnsupportedOperationException();
  }

  public Class<R> type() {
    throw new UnsupportedOperationException();
  }

  public List<Component> components() {
    throw new UnsupportedOperationException();
  }

  /** The component of this name; refused with the names there are if there is none. */
  public Component component(String name) {
    throw new UnsupportedOperationException();
  }

  public Object value(R whole, int index) {
    throw new UnsupportedOperationException();
  }

  public R make(Object[] values) {
    throw new UnsupportedOperationException();
  }
}
