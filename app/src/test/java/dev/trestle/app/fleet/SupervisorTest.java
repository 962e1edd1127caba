package dev.trestle.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Path SLEEP = Path.of("/bin/sleep");

  @TempDir Path folder;
  private final List<FleetProcess> processes = new ArrayList<>();

  @AfterEach
  void close() {
    processes.forEach(FleetProcess::close);
  }

  private FleetProcess start(Path program) {
    var log = folder.resolve("log");
    var process =
        FleetProcess.start("sleep", List.of(program.toString(), "600"), Map.of(), log, () -> true);
    processes.add(process);
    return process;
  }

  /** Once, a process that could not be started kept all after it from being started. */
  @Test
  void a_process_that_cannot_be_started_is_tried_again_and_does_not_hold_up_others()
      throws IOException {
    var program = Files.createSymbolicLink(folder.resolve("program"), SLEEP);
    var first = start(program);
    var second = start(SLEEP);
    Files.delete(program);
    processes.forEach(FleetProcess::kill);
    try (var supervisor = new Supervisor(processes)) {
      supervisor.start();
      Await.until(second::isAlive, SOON);
      assertThat(first.isAlive()).isFalse();
      Files.createSymbolicLink(program, SLEEP);
      Await.until(first::isAlive, SOON);
    }
  }

  @Test
  void processes_are_started_again_after_an_error_of_the_supervisor() {
    var process = start(SLEEP);
    process.kill();
    var looks = new AtomicInteger();
    var failingOnce =
        new AbstractList<FleetProcess>() {
          @Override
          public Iterator<FleetProcess> iterator() {
            if (looks.incrementAndGet() == 1) throw new NoClassDefFoundError("on purpose");
            return super.iterator();
          }

          @Override
          public FleetProcess get(int index) {
            return processes.get(index);
          }

          @Override
          public int size() {
            return processes.size();
          }
        };
    try (var supervisor = new Supervisor(failingOnce)) {
      supervisor.start();
      Await.until(process::isAlive, SOON);
    }
    assertThat(looks).hasValueGreaterThan(1);
  }
}
