package dev.trestle.model.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Executable;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The components of a record type. Reads and creates records without reflection; the method handles
 * are looked up once, here.
 */
public final class RecordShape<R> {
  /** One component of a record. */
  public record Component(int index, String name, Type type) {}

  private final Class<R> type;
  private final Lookup lookup;
  private final List<Component> components;
  private final RecordHandles handles;

  private RecordShape(
      Class<R> type, Lookup lookup, List<Component> components, RecordHandles handles) {
    this.type = type;
    this.lookup = lookup;
    this.components = components;
    this.handles = handles;
  }

  /**
   * Returns the shape of a record that the lookup's class may access, even if it is private there.
   */
  public static <R> RecordShape<R> of(Class<R> type, Lookup lookup) {
    var parts = type.getRecordComponents();
    if (parts == null) {
      throw new IllegalArgumentException(type.getName() + " is not a record; declare it as one");
    }
    var components =
        IntStream.range(0, parts.length)
            .mapToObj(i -> new Component(i, parts[i].getName(), parts[i].getGenericType()))
            .toList();
    var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      var accessors = new MethodHandle[parts.length];
      for (int i = 0; i < parts.length; i++) {
        accessors[i] = handle(parts[i].getAccessor(), type, lookup);
      }
      var constructor = handle(type.getDeclaredConstructor(types), type, lookup);
      return new RecordShape<>(type, lookup, components, RecordHandles.of(accessors, constructor));
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          type.getName()
              + " is not accessible to the lookup of "
              + lookup.lookupClass().getName()
              + "; pass the MethodHandles.lookup() of the class that declares it",
          e);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without its constructor", e);
    }
  }

  /**
   * A record that the lookup cannot access may still be in a package that is open to its module,
   * such as a private record nested in a class of the same package.
   */
  private static MethodHandle handle(Executable executable, Class<?> type, Lookup lookup)
      throws IllegalAccessException {
    try {
      return unreflect(executable, lookup);
    } catch (IllegalAccessException e) {
      return unreflect(executable, MethodHandles.privateLookupIn(type, lookup));
    }
  }

  private static MethodHandle unreflect(Executable executable, Lookup lookup)
      throws IllegalAccessException {
    return switch (executable) {
      case java.lang.reflect.Method method -> lookup.unreflect(method);
      case java.lang.reflect.Constructor<?> made -> lookup.unreflectConstructor(made);
    };
  }

  public Class<R> type() {
    return type;
  }

  /** The lookup that could access the record, for the records nested in it. */
  Lookup lookup() {
    return lookup;
  }

  public List<Component> components() {
    return components;
  }

  /**
   * Returns the component with this name. If there is none, the exception lists the names that
   * exist.
   */
  public Component component(String name) {
    for (var component : components) {
      if (component.name().equals(name)) return component;
    }
    var names = components.stream().map(Component::name).collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        type.getSimpleName() + " has no component " + name + "; it has " + names);
  }

  public Object value(R whole, int index) {
    try {
      return handles.value(whole, index);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("an accessor with a checked exception", e);
    }
  }

  /** Creates the record. Exceptions of its constructor are passed on unchanged. */
  public R make(Object[] values) {
    try {
      @SuppressWarnings("unchecked")
      var made = (R) handles.make(values);
      return made;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a constructor with a checked exception", e);
    }
  }

  @Override
  public String toString() {
    return type.getSimpleName() + components.stream().map(Component::name).toList();
  }
}
