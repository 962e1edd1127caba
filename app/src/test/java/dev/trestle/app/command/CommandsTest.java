package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  @Test
  void help_lists_every_command() {
    var run = CommandRun.of("--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "  serve ",
            "  db ",
            "  secrets ",
            "  config ",
            "  version ",
            "  test ",
            "  tidy ",
            "  bench ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "db",
        "fleet",
        "follow",
        "backup",
        "restore",
        "verify",
        "drill",
        "gaps",
        "check",
        "matrix",
        "plan",
        "simulate",
        "export",
        "import",
        "create",
        "diff",
        "migrate",
        "stak",
        "secrets",
        "config",
        "version",
        "test",
        "tidy",
        "trial",
        "artifacts",
        "package",
        "bench"
      })
  void every_command_has_help(String command) {
    var run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: trestle " + command);
  }

  @Test
  void no_command_prints_the_help() {
    var run = CommandRun.of();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: trestle").contains("  serve ");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void a_mistyped_command_brings_the_nearest() {
    var run = CommandRun.of("tset");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'tset'", "Did you mean 'test'?");
  }

  @Test
  void a_mistyped_flag_brings_the_nearest() {
    var run = CommandRun.of("db", "--prot", "1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Did you mean '--port'?");
  }

  @Test
  void a_value_that_db_does_not_take_is_refused_as_in_the_program_without_systems() {
    var run = CommandRun.of("db", "--in-memory", "--port", "70000");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("db.port is '70000' (flag --port): it must be a number from 0 to 65535");
    assertThat(CommandRun.of("db", "--help").out()).contains("--in-memory", "trestle.properties");
  }

  @Test
  void a_value_that_a_command_does_not_take_is_explained_to_people() {
    var restore = CommandRun.of("restore", "backups", "data", "--at", "yesterday");
    assertThat(restore.exitCode()).isEqualTo(2);
    assertThat(restore.err())
        .startsWith("trestle: --at takes a time in UTC such as 2026-03-01T12:00:00Z.")
        .contains("Try 'trestle restore --help'.");
    assertThat(CommandRun.of("drill", "bank").err())
        .startsWith("trestle: There is no system 'bank'.");
  }

  @Test
  void a_design_that_does_not_exist_is_refused_with_all_that_do() {
    var run = CommandRun.of("simulate", "plattform");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("trestle: There is no design 'plattform'.")
        .contains("accounts, messenger", "homeops, platform.", "Did you mean 'platform'?");
  }

  @Test
  void a_word_that_is_near_nothing_brings_help_instead() {
    var run = CommandRun.of("frobnicate");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("trestle --help").doesNotContain("Did you mean");
  }

  @Test
  void what_the_script_does_is_refused_here() {
    var run = CommandRun.of("tidy");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("./trestle tidy");
  }

  @Test
  void a_package_lists_only_what_it_can_do() {
    assertThat(CommandRun.of("--help").out()).contains("tidy", "artifacts");
    var packaged = CommandRun.of(Path.of(""), Map.of("TRESTLE_PACKAGED", "1"), "--help");
    assertThat(packaged.out()).contains("serve").doesNotContain("tidy", "artifacts");
  }
}
