package dev.trestle.testing;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * Kills this process like kill -9. {@code Runtime.halt} does not: it runs the destructors of native
 * libraries, which wait for threads that wait for the JVM.
 */
final class ProcessKill {
  static final int SIGKILL = 9;

  private ProcessKill() {}

  @SuppressWarnings("restricted") // calls into the C library on purpose
  static void now() {
    var linker = Linker.nativeLinker();
    var kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int result = (int) kill.invokeExact((int) ProcessHandle.current().pid(), SIGKILL);
      throw new IllegalStateException("still alive after kill returned " + result);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot kill the process", e);
    }
  }
}
