package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.Main;
import dev.trestle.cli.ExitCode;
import dev.trestle.testing.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetCommandTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @TempDir Path folder;

  @Test
  void a_program_that_is_missing_is_named_with_its_package() {
    var arguments = List.of("fleet", "--servers", "1", "--data", folder.toString());
    var nothingInstalled = List.of("env", "PATH=/nonexistent");
    try (var fleet = ChildJvm.startBy(nothingInstalled, Main.class, List.of(), arguments)) {
      assertThat(fleet.awaitEnd(TIMEOUT)).isEqualTo(ExitCode.MISSING);
      assertThat(fleet.err())
          .contains("trestle fleet: redis-server cannot be started", "apt install redis-server");
    }
  }

  @Test
  void a_fleet_has_at_least_one_server() {
    var none = CommandRun.of("fleet", "--servers", "0");
    assertThat(none.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(none.err()).contains("--servers takes a number from 1 to");
  }
}
