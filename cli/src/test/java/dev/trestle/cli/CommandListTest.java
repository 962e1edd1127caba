package dev.trestle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CommandListTest {
  private final CommandList commands =
      new CommandList()
          .add("version", () -> new VersionCommand())
          .add(
              "broken",
              () -> {
                throw new IllegalStateException("was not asked for");
              });

  @Test
  void only_the_command_that_is_run_is_created() {
    var line = new CommandLine(new Program());

    commands.addTo(line, "version", "--help");

    assertThat(line.getSubcommands()).containsOnlyKeys("version");
  }

  @Test
  void help_lists_all_commands_in_their_order() {
    var line = new CommandLine(new Program());

    new CommandList()
        .add("version", () -> new VersionCommand())
        .add("again", () -> new VersionCommand())
        .addTo(line, "--help");

    assertThat(line.getSubcommands().keySet()).containsExactly("version", "again");
  }

  @Command(name = "program")
  private static final class Program {}
}
