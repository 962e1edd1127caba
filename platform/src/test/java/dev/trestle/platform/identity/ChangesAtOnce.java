package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Two servers that change one secret at the same time. */
final class ChangesAtOnce {
  private static final int TIMES = 50;

  private ChangesAtOnce() {}

  /** Checks that no change is lost. */
  static void check(Supplier<Secrets> servers) throws InterruptedException, ExecutionException {
    servers.get().text("count", () -> "0");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var counting = List.of(counting(servers.get()), counting(servers.get()));
      for (var each : threads.invokeAll(counting)) each.get();
    }
    assertThat(servers.get().kept("count")).hasValue(Integer.toString(2 * TIMES));
  }

  private static Callable<String> counting(Secrets secrets) {
    return () -> {
      var last = "";
      for (int i = 0; i < TIMES; i++) {
        last = secrets.change("count", before -> Integer.toString(Integer.parseInt(before) + 1));
      }
      return last;
    };
  }
}
