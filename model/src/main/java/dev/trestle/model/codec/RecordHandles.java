package dev.trestle.model.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Reads and creates records of one type. The JIT inlines a method handle only if it is a constant,
 * so each record type gets its own hidden class, defined from the bytes of {@link ConstantHandles},
 * with its handles as constants.
 */
abstract class RecordHandles {
  private static final MethodType READ = MethodType.methodType(Object.class, Object.class);
  private static final MethodType MAKE = MethodType.methodType(Object.class, Object[].class);

  /** Components are accessed by number. */
  private static final MethodType VALUE =
      MethodType.methodType(Object.class, int.class, Object.class);

  private static final byte[] TEMPLATE = template();

  abstract Object value(Object whole, int index) throws Throwable;

  abstract Object make(Object[] values) throws Throwable;

  static RecordHandles of(MethodHandle[] accessors, MethodHandle constructor) {
    var make = constructor.asSpreader(Object[].class, accessors.length).asType(MAKE);
    var given = List.of(value(accessors), make);
    try {
      var own = MethodHandles.lookup().defineHiddenClassWithClassData(TEMPLATE, given, true);
      var maker = own.findConstructor(own.lookupClass(), MethodType.methodType(void.class));
      return (RecordHandles) maker.invoke();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a class of our own that cannot be made", e);
    }
  }

  private static MethodHandle value(MethodHandle[] accessors) {
    var none =
        MethodHandles.insertArguments(
            MethodHandles.throwException(Object.class, IndexOutOfBoundsException.class),
            0,
            new IndexOutOfBoundsException("a component that the record does not have"));
    var refused = MethodHandles.dropArguments(none, 0, VALUE.parameterList());
    if (accessors.length == 0) return refused;
    var cases = new MethodHandle[accessors.length];
    for (int i = 0; i < cases.length; i++) {
      cases[i] = MethodHandles.dropArguments(accessors[i].asType(READ), 0, int.class);
    }
    return MethodHandles.tableSwitch(refused, cases);
  }

  private static byte[] template() {
    var file = ConstantHandles.class.getSimpleName() + ".class";
    try (var in = RecordHandles.class.getResourceAsStream(file)) {
      if (in == null) throw new IllegalStateException(file + " is not where it was compiled to");
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
