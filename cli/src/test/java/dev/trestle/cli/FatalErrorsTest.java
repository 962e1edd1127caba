package dev.trestle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ends a server's process and what does not. */
class FatalErrorsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @ParameterizedTest
  @ValueSource(strings = {"engine", "memory"})
  void a_fatal_error_ends_the_process_with_a_message(String cause) {
    try (var server = ChildJvm.start(Doomed.class, List.of(), List.of(cause))) {
      assertThat(server.awaitEnd(PATIENCE)).isEqualTo(70);
      assertThat(server.err()).contains("ending because of a fatal error", "on purpose");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stack", "bug"})
  void another_error_that_ends_a_thread_is_printed_and_the_process_goes_on(String cause) {
    try (var server = ChildJvm.start(Doomed.class, List.of(), List.of(cause))) {
      server.awaitLine("the thread is gone", PATIENCE);
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).contains("on purpose").doesNotContain("fatal");
    }
  }

  /** A server in which something goes wrong. */
  static final class Doomed implements RunningService {
    private final String cause;

    private Doomed(String cause) {
      this.cause = cause;
    }

    public static void main(String[] arguments) {
      var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
      var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
      ServerProcess.run("doomed", "--port", out, err, () -> new Doomed(arguments[0]));
    }

    @Override
    public void onFatalError(Consumer<Throwable> listener) {
      if (cause.equals("engine")) listener.accept(new NoClassDefFoundError("on purpose"));
    }

    @Override
    public void announce(PrintWriter out) {
      var thread = Thread.startVirtualThread(this::fail);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      out.println("the thread is gone");
    }

    private void fail() {
      switch (cause) {
        case "memory" -> throw new OutOfMemoryError("on purpose");
        case "stack" -> throw new StackOverflowError("on purpose");
        default -> throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public void close() {}
  }
}
