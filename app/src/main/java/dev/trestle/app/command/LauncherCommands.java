package dev.trestle.app.command;

import dev.trestle.cli.CommandList;
import dev.trestle.cli.UsageError;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands that the script {@code trestle} runs itself. They are declared here so that help
 * lists them and typos are recognised. A package has none of them.
 */
final class LauncherCommands {
  /** Set by the script of a package. */
  static final String PACKAGED = "TRESTLE_PACKAGED";

  private LauncherCommands() {}

  static void addTo(CommandList commands) {
    add(commands, "test", "[MAVEN OPTIONS]", "Install what the tests need, then run all tests.");
    add(commands, "tidy", "", "Format the sources.");
    add(
        commands,
        "trial",
        "messenger|fleet|speed|http|engine|models|migrate|pages|flood|samples [OPTIONS]",
        "messenger: kill, freeze and disconnect a server while clients use it, then check what they"
            + " saw. fleet: the same with several servers behind nginx, and with their Redis, Kafka"
            + " and SQS. speed: check how fast messages go from server to server, and measure how"
            + " many one, two and three servers store. http: send random requests to a server,"
            + " and check that it never fails. engine: kill a"
            + " process under load again and again, and check its data each time. models: run"
            + " random models in the store and in plain Java, and compare. migrate: kill migrations"
            + " while items are read and written, and check that none is lost. pages: run the browser"
            + " tests on a slow network. flood: honest clients beside a thousand hostile"
            + " connections. samples: build programs that add Trestle as a library.");
    add(
        commands,
        "artifacts",
        "[FOLDER] [--sign KEY]",
        "Write the artifacts that other programs can add into a folder, as a Maven repository, by"
            + " default target/artifacts, and check them. --sign signs them with a gpg key.");
    add(
        commands,
        "package",
        "[FOLDER]",
        "Make a tarball and a Debian package with their own Java, by default in target/package.");
    add(commands, "bench", "[BENCHMARK] [OPTIONS]", "Run the benchmarks.");
  }

  private static void add(CommandList commands, String name, String arguments, String description) {
    commands.add(name, () -> command(name, arguments, description));
  }

  private static CommandSpec command(String name, String arguments, String description) {
    var usage = new UsageMessageSpec().description(description);
    if (!arguments.isEmpty()) usage.customSynopsis("trestle " + name + " " + arguments);
    return CommandSpec.wrapWithoutInspection(refusal(name)).usageMessage(usage);
  }

  private static Runnable refusal(String name) {
    return () -> {
      throw new UsageError("The script runs '" + name + "'. Use ./trestle " + name + ".");
    };
  }
}
