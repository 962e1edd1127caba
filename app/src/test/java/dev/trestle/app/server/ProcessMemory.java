package dev.trestle.app.server;

import dev.trestle.engine.Engine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory of this process and its parts, in megabytes. The parts do not add up to the whole: the
 * heap counts before it is used for the first time.
 *
 * @param resident what the system counts; 0 where it does not tell
 * @param heap reserved for objects
 * @param runtime classes and compiled code
 * @param caches blocks that engines have read; each engine has a limit
 * @param memtables what engines have written last; RocksDB moves it to files beyond a limit
 */
record ProcessMemory(long resident, long heap, long runtime, long caches, long memtables) {
  static ProcessMemory of(List<Engine> engines) throws IOException {
    var java = ManagementFactory.getMemoryMXBean();
    var memories = engines.stream().map(engine -> engine.stats().storage().memory()).toList();
    return new ProcessMemory(
        residentBytes() >> 20,
        java.getHeapMemoryUsage().getCommitted() >> 20,
        java.getNonHeapMemoryUsage().getCommitted() >> 20,
        memories.stream().mapToLong(memory -> memory.cacheBytes()).sum() >> 20,
        memories.stream().mapToLong(memory -> memory.memtableBytes()).sum() >> 20);
  }

  private static long residentBytes() throws IOException {
    var status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return 0;
    for (var line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }
    return 0;
  }

  @Override
  public String toString() {
    return ("process %d MB (heap %d, classes and code %d, engines' caches %d,"
            + " engines' memtables %d)")
        .formatted(resident, heap, runtime, caches, memtables);
  }
}
