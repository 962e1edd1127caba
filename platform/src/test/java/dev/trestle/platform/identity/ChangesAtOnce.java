package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Two servers that change one secret at the same time. */
final class ChangesAtOnce {
  private static final String NAME = "count";
  private static final int TIMES = 50;

  private ChangesAtOnce() {}

  /** Checks that no change is lost. */
  static void check(Supplier<Secrets> servers) throws InterruptedException, ExecutionException {
    begin(servers.get());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var counting = List.of(counting(servers.get()), counting(servers.get()));
      for (var each : threads.invokeAll(counting)) each.get();
    }
    checkBothCounted(servers.get());
  }

  static void begin(Secrets secrets) {
    secrets.text(NAME, () -> "0");
  }

  /** What each of the two does. */
  static void count(Secrets secrets) {
    for (int i = 0; i < TIMES; i++) {
      secrets.change(NAME, before -> Integer.toString(Integer.parseInt(before) + 1));
    }
  }

  static void checkBothCounted(Secrets secrets) {
    assertThat(secrets.kept(NAME)).hasValue(Integer.toString(2 * TIMES));
  }

  private static Callable<Void> counting(Secrets secrets) {
    return () -> {
      count(secrets);
      return null;
    };
  }
}
