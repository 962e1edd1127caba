package dev.trestle.engine.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackgroundTasksTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  /** The process decides whether it goes on after such an error. */
  @Test
  void a_fatal_error_in_a_task_is_handed_to_the_process_and_others_still_run() throws Exception {
    var handed = new LinkedBlockingQueue<Throwable>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> handed.add(thrown));
    try (var tasks = new BackgroundTasks()) {
      for (int i = 0; i < 3; i++) {
        tasks.submit(
            "Failing",
            () -> {
              throw new InternalError("on purpose");
            });
        assertThat(handed.poll(LONG.toSeconds(), TimeUnit.SECONDS)).hasMessage("on purpose");
      }
      var done = new CompletableFuture<Void>();
      tasks.submit("Working", () -> done.complete(null));
      done.get(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(tasks.failure()).containsInstanceOf(InternalError.class);
      tasks.awaitIdle();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
