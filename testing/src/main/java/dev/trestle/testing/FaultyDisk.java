package dev.trestle.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A disk that fails or is slow on request: the library {@code faulty-disk.c}, preloaded into a
 * child process, stands between it and the C library.
 */
@SuppressWarnings("restricted") // calls the preloaded library on purpose
public final class FaultyDisk {
  /** The operations that fail. */
  public enum Operations {
    /** Whatever changes a file or a folder, so that it stays as it was at that moment. */
    CHANGES(1),
    SYNCS(2),
    READS(4),
    OPENS(8);

    private final int bit;

    Operations(int bit) {
      this.bit = bit;
    }
  }

  public static final int EIO = 5;
  public static final int EMFILE = 24;
  public static final int ENOSPC = 28;

  private static final String SOURCE = "faulty-disk.c";
  private static final int COMPILING_SECONDS_MAX = 120;

  private final MethodHandle fail;
  private final MethodHandle delay;
  private final MethodHandle heal;
  private final MethodHandle count;
  private final MethodHandle track;
  private final MethodHandle lose;

  private FaultyDisk(Path library, Path folder) {
    var lookup = SymbolLookup.libraryLookup(library, Arena.global());
    this.fail =
        handle(
            lookup,
            "faulty_disk_fail",
            FunctionDescriptor.ofVoid(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
    this.delay =
        handle(
            lookup,
            "faulty_disk_delay",
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    this.heal = handle(lookup, "faulty_disk_heal", FunctionDescriptor.ofVoid());
    this.count = handle(lookup, "faulty_disk_count", FunctionDescriptor.of(ValueLayout.JAVA_LONG));
    this.track = handle(lookup, "faulty_disk_track", FunctionDescriptor.ofVoid());
    this.lose =
        handle(lookup, "faulty_disk_lose_entries", FunctionDescriptor.of(ValueLayout.JAVA_INT));
    MemoryLayout text = ValueLayout.ADDRESS;
    var watch = handle(lookup, "faulty_disk_watch", FunctionDescriptor.ofVoid(text));
    try (var arena = Arena.ofConfined()) {
      call(watch, arena.allocateFrom(folder.toString()));
    }
  }

  private static MethodHandle handle(
      SymbolLookup lookup, String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker().downcallHandle(lookup.findOrThrow(name), descriptor);
  }

  /** Compiles the library and returns its file. */
  public static Path compile(Path folder) throws IOException, InterruptedException {
    var source = folder.resolve("faulty-disk.c");
    try (var text = FaultyDisk.class.getResourceAsStream(SOURCE)) {
      Files.copy(Objects.requireNonNull(text, SOURCE), source);
    }
    var library = folder.resolve("faulty-disk.so");
    var compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
            .inheritIO()
            .start();
    if (!compiler.waitFor(COMPILING_SECONDS_MAX, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
      throw new AssertionError(source + " cannot be compiled");
    }
    return library;
  }

  /** Returns the command that starts a process with the library preloaded. */
  public static List<String> launcher(Path library) {
    return List.of("env", "LD_PRELOAD=" + library);
  }

  /** Returns the control over files below a folder, in a process with the library preloaded. */
  public static FaultyDisk of(Path library, Path folder) {
    return new FaultyDisk(library, folder);
  }

  /** Fails these operations from the one with this number on, counted from 1. */
  public void failFrom(long number, Operations operations, int error) {
    call(fail, operations.bit, number, error);
  }

  /** Only counts these operations. */
  public void watch(Operations operations) {
    failFrom(Long.MAX_VALUE, operations, 0);
  }

  /** From now on remembers which directory entries are not durable. */
  public void trackEntries() {
    call(track);
  }

  /**
   * Loses the directory entries that no fsync of their folder made durable, as a power cut may.
   *
   * @return how many they were
   */
  public int loseEntries() {
    return ((Number) Objects.requireNonNull(call(lose))).intValue();
  }

  /** Makes these operations take so long, or until {@link #heal} is called. */
  public void slowDown(Operations operations, Duration time) {
    call(delay, operations.bit, time.toMillis());
  }

  /** Makes all operations work, at full speed. */
  public void heal() {
    call(heal);
  }

  /** Returns how many operations there were since the last call of {@link #failFrom}. */
  public long operations() {
    return ((Number) Objects.requireNonNull(call(count))).longValue();
  }

  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot call the preloaded library", e);
    }
  }
}
