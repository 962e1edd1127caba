package dev.trestle.testing;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * The sudden death of this process, as kill -9 brings it. {@code Runtime.halt} is too kind: it runs
 * the destructors of native libraries, which wait for threads that wait for the virtual machine.
 */
final class Suicide {
  static final int SIGKILL = 9;

  private Suicide() {}

  static void commit() {
    var linker = Linker.nativeLinker();
    var kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int answer = (int) kill.invokeExact((int) ProcessHandle.current().pid(), SIGKILL);
      throw new IllegalStateException("still here after kill answered " + answer);
    } catch (Throwable e) {
      throw new IllegalStateException("the process could not be killed", e);
    }
  }
}
