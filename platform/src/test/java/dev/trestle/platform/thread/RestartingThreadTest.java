package dev.trestle.platform.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestartingThreadTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Throws each failure in turn, then ends. */
  private static Thread failing(Queue<? extends Throwable> failures) {
    return RestartingThread.of(
        "failing",
        () -> {
          switch (failures.poll()) {
            case null -> {}
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            default -> throw new AssertionError("a checked exception");
          }
        });
  }

  @Test
  void work_that_fails_starts_again_also_after_an_error() throws Exception {
    var failures =
        new ArrayDeque<Throwable>(
            List.of(
                new IllegalStateException("on purpose"),
                new NoClassDefFoundError("on purpose"),
                new StackOverflowError("on purpose")));
    var thread = failing(failures);
    thread.start();
    assertThat(thread.join(PATIENCE)).isTrue();
    assertThat(failures).isEmpty();
  }

  /** Whoever set up the process decides what follows, as for any other thread. */
  @Test
  void a_fatal_error_ends_the_thread_and_is_told() throws Exception {
    var told = new CompletableFuture<Throwable>();
    var failures =
        new ArrayDeque<Throwable>(
            List.of(new InternalError("on purpose"), new IllegalStateException("not reached")));
    var thread = failing(failures);
    thread.setUncaughtExceptionHandler((_, error) -> told.complete(error));
    thread.start();
    assertThat(told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(InternalError.class);
    assertThat(failures).hasSize(1);
  }
}
