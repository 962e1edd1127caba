package dev.trestle.conformance.crash;

import dev.trestle.engine.Durability;
import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.Faults;
import dev.trestle.testing.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A folder and the processes that die on it, one after the other. */
final class CrashingEngine implements AutoCloseable {
  private static final Duration START_MAX = Duration.ofMinutes(10);
  private static final int LIFE_MILLIS_MAX = 1500;

  private final Path folder = TemporaryFolder.create();
  private final Ledger ledger = new Ledger();
  private final Durability durability;
  private int round;

  CrashingEngine(Durability durability) {
    this.durability = durability;
  }

  Path folder() {
    return folder;
  }

  Ledger ledger() {
    return ledger;
  }

  int rounds() {
    return round;
  }

  /** Starts a process and kills it some time after its first write. */
  void killAtRandom(SplittableRandom random) {
    try (var child = start(random, Optional.empty(), 0)) {
      child.awaitLine("ready", START_MAX);
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(1, LIFE_MILLIS_MAX)).toNanos());
      child.kill();
      ledger.add(child.lines());
    }
  }

  /** Starts a process that kills itself when it has reached a fault point this many times. */
  void dieAt(String point, int passage, SplittableRandom random) {
    try (var child = start(random, Optional.of(point), passage)) {
      var failed = child.awaitLineOrEnd("failed", START_MAX);
      if (failed.isPresent()) throw new AssertionError("failed" + failed.get() + child.err());
      int code = child.awaitEnd(START_MAX);
      ledger.add(child.lines());
      if (code != Faults.HALTED) {
        throw new AssertionError("it ended with " + code + ": " + child.err());
      }
    }
  }

  private ChildJvm start(SplittableRandom random, Optional<String> point, int passage) {
    var arguments = new ArrayList<String>();
    arguments.addAll(
        List.of(
            folder.toString(), durability.name(), "r" + round++, Long.toString(random.nextLong())));
    point.ifPresent(name -> arguments.addAll(List.of(name, Integer.toString(passage))));
    return ChildJvm.start(CrashLoad.class, List.of("-Xmx256m"), arguments);
  }

  @Override
  public void close() {
    TemporaryFolder.delete(folder);
  }
}
